/// The written form of a data switch, taken apart: `mock,products=real`.
struct DataSwitchSetting {
    private(set) var fallback: DataSource?
    private(set) var named: [ModuleID: DataSource] = [:]

    init(parsing text: String) throws(DataSwitchError) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(Self.trimmed)
            switch sides.count {
            case 1:
                guard let source = DataSource(rawValue: part) else { throw .malformed(part: part) }
                guard fallback == nil else { throw .repeated(part: part) }
                fallback = source
            case 2 where !sides[0].isEmpty:
                guard let source = DataSource(rawValue: sides[1]) else { throw .malformed(part: part) }
                guard named.updateValue(source, forKey: ModuleID(rawValue: sides[0])) == nil else {
                    throw .repeated(part: part)
                }
            default:
                throw .malformed(part: part)
            }
        }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        let start = text.drop(while: isSpace)
        return String(start.reversed().drop(while: isSpace).reversed())
    }
}
