/// Where the tables and indexes of a schema are in its lists, so that nobody goes through these for each name.
struct SchemaPlaces: Sendable, Hashable {
    private let exactly: [String: Int]
    private let byLetters: [[UInt8]: Int]
    private let indexes: [String: [Int]]

    init(_ tables: [TableSchema], _ indexes: [IndexSchema]) {
        exactly = Dictionary(tables.enumerated().map { ($1.name, $0) }) { first, _ in first }
        byLetters = Dictionary(tables.enumerated().map { ($1.name.foldedName, $0) }) { first, _ in first }
        self.indexes = Dictionary(grouping: indexes.indices) { indexes[$0].table }
    }

    func table(_ name: String) -> Int? { exactly[name] ?? byLetters[name.foldedName] }

    func indexes(of table: String) -> [Int] { indexes[table] ?? [] }
}
