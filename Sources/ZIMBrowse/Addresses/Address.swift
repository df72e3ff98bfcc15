/// The address of a page, relative to the one that links to it: all pages lie side by side behind the token.
struct Address: Sendable, Hashable {
    /// The pages that there are.
    enum Page: String, Sendable, CaseIterable {
        case overview = ""
        case table, columns, row, follow, cell, bytes, diagram, doctor, query, search, check
        case tableCSV = "table.csv"
        case tableJSON = "table.json"
        case queryCSV = "query.csv"
        case queryJSON = "query.json"
        case status = "status.json"
        case names = "names.json"
        case style = "style.css"
        case script = "script.js"
        case icon = "icon.svg"
    }

    /// What is given to a page. The raw values are short, since addresses are read.
    enum Parameter: String, Sendable {
        case table = "t"
        case row, column, sort, direction, after, before, offset, filter, equals, relation, far, from, via, plan, sql,
            search, all
        case around, distance, cluster, only, run, form
        case differs, invalid, filterColumn, filterOperator, filterValue
    }

    var page: Page
    private(set) var parameters: [Pair] = []

    struct Pair: Sendable, Hashable {
        let name: Parameter
        let value: String
    }

    init(_ page: Page) { self.page = page }

    /// The same with a parameter, in place of others of its name; nil takes them away.
    func with(_ name: Parameter, _ value: String?) -> Address {
        var copy = self
        copy.parameters.removeAll { $0.name == name }
        if let value { copy.parameters.append(Pair(name: name, value: value)) }
        return copy
    }

    /// The same with several values of a parameter.
    func with(_ name: Parameter, all values: [String]) -> Address {
        var copy = self
        copy.parameters.removeAll { $0.name == name }
        copy.parameters += values.map { Pair(name: name, value: $0) }
        return copy
    }

    func without(_ names: Parameter...) -> Address {
        var copy = self
        copy.parameters.removeAll { names.contains($0.name) }
        return copy
    }

    /// The same parameters for another page.
    func on(_ page: Page) -> Address {
        var copy = self
        copy.page = page
        return copy
    }

    /// The address as it stands in a link.
    var text: String {
        // `~`, `,` and `!` are ours, and stand in a query as they are.
        let own = Array("~,!".utf8)
        let query = parameters.map {
            $0.name.rawValue + "=" + AddressText.encode($0.value.utf8, mark: UInt8(ascii: "%"), plain: own)
        }.joined(separator: "&")
        let path = page.rawValue.isEmpty ? "./" : page.rawValue
        return query.isEmpty ? path : path + "?" + query
    }
}

extension Address {
    static func table(_ name: String) -> Address { Address(.table).with(.table, AddressText.encode(name)) }

    static func row(_ table: String, _ row: RowAddress) -> Address {
        Address(.row).with(.table, AddressText.encode(table)).with(.row, row.text)
    }
}
