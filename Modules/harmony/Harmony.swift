@main
enum Harmony {
    static func main() async {
        print(Help.text)
    }
}
