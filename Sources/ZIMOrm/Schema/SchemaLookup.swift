/// The positions of a schema's tables and indexes in its lists, by name.
struct SchemaLookup: Sendable, Hashable {
    /// By the bytes of their names: "é" in one character and in two are two tables.
    private let exactly: [[UInt8]: Int]
    private let byLetters: [[UInt8]: Int]
    private let indexes: [[UInt8]: [Int]]

    init(_ tables: [TableSchema], _ indexes: [IndexSchema]) {
        exactly = Dictionary(tables.enumerated().map { (Array($1.name.utf8), $0) }) { first, _ in first }
        byLetters = Dictionary(tables.enumerated().map { ($1.name.foldedName, $0) }) { first, _ in first }
        self.indexes = Dictionary(grouping: indexes.indices) { Array(indexes[$0].table.utf8) }
    }

    func table(_ name: String) -> Int? { exactly[Array(name.utf8)] ?? byLetters[name.foldedName] }

    func indexes(of table: String) -> [Int] { indexes[Array(table.utf8)] ?? [] }
}
