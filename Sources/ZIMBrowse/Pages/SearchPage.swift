import ZIMOrm
import ZIMTool

/// Tables, columns and keys whose names hold a text.
struct SearchPage {
    let world: World

    private static let most = 200

    var response: WebResponse {
        let wanted = world.request[.search] ?? ""
        return Layout(world: world, title: "Search").response { html in
            html.element("h1", text: wanted.isEmpty ? "Search" : "Names with “\(wanted)”")
            guard !wanted.isEmpty else {
                html.element("p", text: "Write a part of the name of a table, a column or a key into the field above.")
                return
            }
            let found = found(wanted)
            if found.isEmpty {
                html.element("p", text: "No table, column or key is called so.")
                if let hint = NearestNames.hint(for: wanted, among: world.catalog.tables.map(\.name)) {
                    html.element("p", .class("hint"), text: hint)
                }
            }
            html.element("ul", .class("found")) { html in
                for hit in found.prefix(Self.most) {
                    html.element("li") { html in
                        html.link(hit.address, hit.name)
                        html.element("small", text: " " + hit.what)
                    }
                }
            }
            if found.count > Self.most {
                html.element("p", .class("note"), text: "\((found.count - Self.most).grouped) more are not shown.")
            }
        }
    }

    struct Hit: Sendable {
        let name: String
        let what: String
        let address: Address
        let rank: Int
    }

    func found(_ wanted: String) -> [Hit] {
        let folded = wanted.lowercased()
        func rank(_ name: String) -> Int? {
            let name = name.lowercased()
            if name == folded { return 0 }
            if name.hasPrefix(folded) { return 1 }
            return name.contains(folded) ? 2 : nil
        }
        var hits: [Hit] = []
        func add(_ name: String, _ what: @autoclosure () -> String, _ address: Address, behind: Int = 0) {
            guard let rank = rank(name) else { return }
            hits.append(Hit(name: name, what: what(), address: address, rank: rank + behind))
        }
        for table in world.catalog.tables {
            let (name, columns) = (table.name.printable, Address.table(table.name).on(.columns))
            add(table.name, table.kind.rawValue, .table(table.name))
            for column in table.shownColumns {
                add(column.name, "column of \(name) \(column.type)", columns, behind: 3)
            }
            for key in table.uniqueKeys where !key.isPrimaryKey && !key.columns.isEmpty {
                add(key.name, "unique key \(key.columns.listed) of \(name)", columns, behind: 6)
            }
        }
        for index in world.catalog.schema.indexes
        where index.origin == .index && world.catalog.table(index.table) != nil {
            let columns = Address.table(index.table).on(.columns)
            add(index.name, "index of \(index.table.printable)", columns, behind: 6)
        }
        return hits.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    }
}
