extension Mapping {
    /// Checks a name of ``Model/databaseDefaults``.
    ///
    /// - Throws: ``ModelError`` with code mapping if there is no such column, or its property cannot be nil.
    func checkDefault(_ name: String) throws {
        guard let position = firstIndex(of: name) else {
            throw ModelError(
                .mapping, "class \(type): databaseDefaults names \"\(name)\", which is no column or property of it",
                table: table, column: name, hint: NearestNames.hint(for: name, among: columns.map(\.names)))
        }
        guard !columns[position].field.acceptsNull else { return }
        throw ModelError(
            .mapping, "class \(type): databaseDefaults names \"\(name)\", whose property is never nil", table: table,
            column: name, hint: "Make the property an optional")
    }
}
