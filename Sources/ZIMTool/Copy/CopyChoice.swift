import ZIMOrm

/// Which tables a copy takes.
struct CopyChoice {
    private let only: Set<[UInt8]>
    private let except: Set<[UInt8]>
    /// The virtual tables, which keep their rows in tables of their own.
    private let owners: [[UInt8]]
    /// Names of tables and views that are there and stay behind.
    private let left: Set<[UInt8]>

    /// - Throws: ``ToolError`` where the options name a table that is not there.
    init(_ options: CopyOptions, in source: CopySource) throws {
        func names(_ list: [String]) throws -> Set<[UInt8]> {
            Set(
                try list.map { name in
                    guard let table = source.table(named: name) else {
                        throw ToolError("there is no table \"\(name)\" in \(source.location)")
                    }
                    return Self.key(table.name, source)
                })
        }
        let (only, except) = (try names(options.only), try names(options.except))
        (self.only, self.except) = (only, except)
        let tables = source.schema.tables
        owners = tables.filter { $0.kind == .virtual }.map { Self.key($0.name, source) }
        let all = Set(tables.map { Self.key($0.name, source) })
        left = only.isEmpty ? except : all.subtracting(only)
        isCaseless = source.engine.traits.isCaseless
    }

    private let isCaseless: Bool

    private static func key(_ name: String, _ source: CopySource) -> [UInt8] {
        source.engine.traits.isCaseless ? name.foldedName : Array(name.utf8)
    }

    /// Whether nothing is left out by choice.
    var isWhole: Bool { only.isEmpty && except.isEmpty }
    /// Whether what is no table is taken, too: views, for one.
    var takesViews: Bool { only.isEmpty }

    /// Whether a table is copied, or a view as far as views are.
    func takes(_ name: String) -> Bool {
        let key = isCaseless ? name.foldedName : Array(name.utf8)
        return only.isEmpty ? !except.contains(key) : only.contains(key)
    }

    /// Whether a table is copied; what a virtual table keeps its rows in goes with it.
    func takes(_ table: TableSchema) -> Bool {
        guard table.kind == .shadow else { return takes(table.name) }
        let key = table.name.foldedName
        let owner = owners.filter { key.starts(with: $0 + [UInt8(ascii: "_")]) }.max { $0.count < $1.count }
        return owner.map { takes(String(decoding: $0, as: UTF8.self)) } ?? takes(table.name)
    }

    /// Whether a word is the name of something that stays behind.
    func leaves(_ name: String) -> Bool { left.contains(isCaseless ? name.foldedName : Array(name.utf8)) }
}
