import Foundation

/// What the options of a command line say, checked.
struct Options: Equatable {
    /// The written data switch; `nil` leaves the decision to `HARMONY_DATA` and the default, mock.
    var data: String?
    var baseURL: URL?
    var account = "alice"
    var json = false
    /// Where the traffic is written to, as HAR 1.2.
    var har: URL?
    var isVerbose = false
    /// Which products to list.
    var category: String?
    var name: String?
    var price: Decimal?
    var stock: Int?

    /// An option's name, its value in the help text, and how it changes the options. Without `value` it is a flag.
    struct Form: Sendable {
        let name: String
        var value: String?
        let summary: String
        /// The first words of the commands that know the option; empty means all.
        var commands: [[String]] = []
        let apply: @Sendable (inout Options, String) throws(UsageError) -> Void
    }

    static let forms: [Form] = [
        Form(name: "--data", value: "SOURCE", summary: "mock, real, or a list: mock,products=real") {
            (options, value) in options.data = value
        },
        Form(name: "--base-url", value: "URL", summary: "the server for modules on real data") {
            (options, value) throws(UsageError) in
            guard let url = URL(string: value), let scheme = url.scheme?.lowercased(),
                ["http", "https"].contains(scheme), url.host()?.isEmpty == false
            else {
                throw .badValue(
                    option: "--base-url", value: value, hint: "write scheme and host, as in http://127.0.0.1:8080")
            }
            options.baseURL = url
        },
        Form(name: "--account", value: "NAME", summary: "whose data (alice)") {
            (options, value) throws(UsageError) in
            guard !value.isEmpty, value.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) })
            else {
                throw .badValue(option: "--account", value: value, hint: "letters, digits, '-', '_' and '.' only")
            }
            options.account = value
        },
        Form(name: "--cache", value: "memory", summary: "where cached data lives") {
            (_, value) throws(UsageError) in
            guard value == "memory" else {
                throw .badValue(option: "--cache", value: value, hint: "the one place so far is 'memory'")
            }
        },
        Form(name: "--json", summary: "print one JSON object instead of text") { (options, _) in options.json = true },
        Form(name: "--har", value: "FILE", summary: "write the traffic to FILE, for a browser's developer tools") {
            (options, value) in options.har = URL(filePath: value)
        },
        Form(name: "--verbose", summary: "log each request on standard error, secrets replaced") {
            (options, _) in options.isVerbose = true
        },
        Form(
            name: "--category", value: "NAME", summary: "list the products of one category",
            commands: [["products", "list"]]
        ) { (options, value) in options.category = value },
        Form(name: "--name", value: "TEXT", summary: "a product's new name", commands: [["products", "edit"]]) {
            (options, value) in options.name = value
        },
        Form(name: "--price", value: "AMOUNT", summary: "a product's new price", commands: [["products", "edit"]]) {
            (options, value) throws(UsageError) in
            guard value.wholeMatch(of: /[0-9]+(\.[0-9]{1,2})?/) != nil, let price = Decimal(string: value) else {
                throw .badValue(option: "--price", value: value, hint: "write an amount such as 12.90")
            }
            options.price = price
        },
        Form(name: "--stock", value: "COUNT", summary: "how many are there", commands: [["products", "edit"]]) {
            (options, value) throws(UsageError) in
            guard let stock = Int(value), stock >= 0 else {
                throw .badValue(option: "--stock", value: value, hint: "write a whole number from 0")
            }
            options.stock = stock
        },
    ]
}
