/// A CREATE VIEW.
///
/// ```swift
/// CreateViewStatement("adult").as(SelectStatement().from("person").where("age", .greaterThanOrEqualTo, 18))
/// // CREATE VIEW "adult" AS SELECT * FROM "person" WHERE "age" >= 18
/// ```
///
/// Source: <https://www.sqlite.org/lang_createview.html>, <https://www.postgresql.org/docs/15/sql-createview.html>
public struct CreateViewStatement: SQLStatement {
    var name: SQLTable?
    var isTemporary = false
    var isConditional = false
    var replaces = false
    var columns: [String] = []
    var query: SelectStatement?
    var text: SQL?

    /// Starts a CREATE VIEW; name the view with ``view(_:temporary:)``.
    public init() {}

    /// Starts a CREATE VIEW of a view.
    public init(_ view: some SQLTableSource, temporary: Bool = false) {
        name = view.sqlTable
        isTemporary = temporary
    }

    /// Names the view; a temporary one is dropped with its connection.
    public consuming func view(_ view: some SQLTableSource, temporary: Bool = false) -> CreateViewStatement {
        name = view.sqlTable
        isTemporary = temporary
        return self
    }

    /// Does nothing if the view exists: `IF NOT EXISTS`. SQLite.
    public consuming func ifNotExists(_ isConditional: Bool = true) -> CreateViewStatement {
        self.isConditional = isConditional
        return self
    }

    /// Replaces an existing view: `OR REPLACE`. PostgreSQL.
    public consuming func orReplace() -> CreateViewStatement {
        replaces = true
        return self
    }

    /// Names the columns of the view.
    public consuming func columns(_ names: [String]) -> CreateViewStatement {
        columns += names
        return self
    }

    /// Sets the query of the view.
    public consuming func `as`(_ query: SelectStatement) -> CreateViewStatement {
        self.query = query
        return self
    }

    /// Sets the query of the view in raw SQL; interpolated values are written as literals.
    public consuming func sql(_ text: SQL) -> CreateViewStatement {
        self.text = text
        return self
    }

    /// - Throws: ``SQLBuildError`` if the name or the query is missing, or there are two queries.
    public func write(to writer: inout SQLWriter) throws {
        try writer.inlined { writer in
            writer.put("CREATE ")
            if replaces {
                try writer.require(.orReplace, "CREATE OR REPLACE VIEW", hint: "Drop the view first")
                writer.put("OR REPLACE ")
            }
            if isTemporary {
                try writer.refuseOnMySQL("temporary views", hint: "Use with(_:as:), or a temporary table")
                writer.put("TEMPORARY ")
            }
            writer.put("VIEW ")
            if isConditional {
                try writer.require(
                    .ifNotExistsEverywhere, "CREATE VIEW IF NOT EXISTS", hint: "Use orReplace()")
                writer.put("IF NOT EXISTS ")
            }
            try writer.table(name, of: "a CREATE VIEW")
            writer.columnList(columns)
            writer.put(" AS ")
            switch (query, text) {
            case (let query?, nil): try query.write(to: &writer)
            case (nil, let text?): try text.write(to: &writer)
            case (nil, nil): throw SQLBuildError(.incomplete, "a CREATE VIEW has no query", hint: "Add as(_:)")
            case (_?, _?):
                throw SQLBuildError(
                    .invalid, "a CREATE VIEW has both a query and a text", hint: "Use one of as(_:) and sql(_:)")
            }
        }
    }
}
