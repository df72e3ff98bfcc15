/// One column of a CREATE TABLE or ALTER TABLE.
struct SQLColumnDefinition: Hashable, Sendable {
    var name: String
    var type: SQLDataType?
    var constraints: [SQLColumnConstraint]

    /// - Throws: ``SQLBuildError`` if the engine needs a type and there is none.
    func write(to writer: inout SQLWriter) throws {
        writer.identifier(name)
        // SQLite numbers rows by itself only in a column of the very type INTEGER.
        let isCounted = constraints.contains { constraint in
            if case .primaryKey(autoIncremented: true, _) = constraint.node { return true }
            return false
        }
        if isCounted, writer.features.contains(.rowidTables) {
            writer.put(" INTEGER")
        } else if let type {
            writer.put(" ")
            try writer.type(type)
        } else if !writer.features.contains(.untypedColumns) {
            throw SQLBuildError(
                .incomplete, "the column '\(name)' has no type",
                hint: "\(writer.dialect.name) needs one for each column")
        }
        for constraint in constraints { try writer.constraint(constraint, of: type) }
    }
}

extension SQLColumnDefinition {
    /// The column without its foreign key.
    var withoutReferences: SQLColumnDefinition {
        SQLColumnDefinition(name: name, type: type, constraints: constraints.filter { $0.parent == nil })
    }
}

extension SQLColumnConstraint {
    /// What a foreign key refers to; nil for other constraints.
    var parent: SQLForeignKey? {
        if case .references(let parent) = node { return parent }
        return nil
    }
}

extension SQLWriter {
    /// Writes with values as literals, since statements about the schema take no parameters.
    mutating func inlined(_ body: (inout SQLWriter) throws -> Void) throws {
        let before = inlinesValues
        inlinesValues = true
        try body(&self)
        inlinesValues = before
    }

    /// Writes a name that was given in two ways.
    mutating func table(_ table: SQLTable?, of statement: String) throws {
        guard let table, !table.isSubquery else {
            throw SQLBuildError(.incomplete, "\(statement) has no name", hint: "Name what it is about")
        }
        try table.write(to: &self)
    }
}
