extension Mapping {
    /// Checks what the class says of its lock and of the database's defaults.
    ///
    /// - Throws: ``ModelError`` with code mapping.
    func checkLockAndDefaults() throws {
        if case .version(let name) = lock { _ = try versionPosition(name) }
        for name in type.databaseDefaults.sorted() { try checkDefault(name) }
    }

    /// Checks a name of ``Model/databaseDefaults``.
    ///
    /// - Throws: ``ModelError`` with code mapping if there is no such column, or its property cannot be nil.
    private func checkDefault(_ name: String) throws {
        let positions = positions(of: name)
        guard !positions.isEmpty else {
            throw ModelError.misnamed(name, in: "databaseDefaults", of: type, table: table, columns)
        }
        guard !positions.allSatisfy({ columns[$0].field.acceptsNull }) else { return }
        throw ModelError(
            .mapping, "class \(type): databaseDefaults names \"\(name)\", whose property is never nil", table: table,
            column: name, hint: "Make the property an optional")
    }
}
