/// An index and its table, with the schema before the one of them where an engine takes it, whichever names it: SQLite takes
/// `"main"."by_name" ON "person"`, the others `"by_name" ON "main"."person"`.
struct IndexPlace {
    private(set) var index: SQLTable?
    private(set) var table: SQLTable?

    /// - Parameter foldsNames: whether quoted names that differ in letters only are one to the engine.
    /// - Throws: ``SQLBuildError`` if they name two schemas.
    init(_ index: SQLTable?, on table: SQLTable?, schemaBeforeIndex: Bool, foldsNames: Bool) throws {
        (self.index, self.table) = (index, table)
        // Raw SQL stays as it is.
        guard let name = index?.lastName, let owner = table?.lastName else { return }
        let schemas = [index, table].compactMap { $0?.parts.dropLast() }.filter { !$0.isEmpty }
        guard let schema = schemas.first else { return }
        func known(_ schema: ArraySlice<String>) -> [String] { schema.map { foldsNames ? $0.lowercased() : $0 } }
        guard schemas.allSatisfy({ known($0) == known(schema) }) else {
            throw SQLBuildError(
                .invalid, "the index \"\(name)\" is in another schema than its table \"\(owner)\"",
                hint: "An index is in the schema of its table: name that before one of the two, or before both")
        }
        self.index = SQLTable(.identifier(SQLIdentifier(parts: (schemaBeforeIndex ? schema : []) + [name])))
        self.table = SQLTable(.identifier(SQLIdentifier(parts: (schemaBeforeIndex ? [] : schema) + [owner])))
    }
}
