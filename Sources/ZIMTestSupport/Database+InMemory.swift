import Foundation
public import ZIMDb
import ZIMSql

extension Database {
    /// A new database in memory, filled by a script. It exists as long as this object, so each test can have its own.
    ///
    /// ```swift
    /// let database = try Database.inMemory(sql: "CREATE TABLE orders (year INT, number INT, PRIMARY KEY (year, number))")
    /// ```
    ///
    /// - Parameters:
    ///   - sql: any number of statements. Nothing in them is bound.
    ///   - options: how to open the database; foreign keys are enforced unless they say otherwise.
    /// - Throws: `DatabaseError`.
    public static func inMemory(sql: String, options: DatabaseOptions = DatabaseOptions()) throws -> Database {
        let database = try inMemory(options: options)
        // A script may hold PRAGMAs that do nothing inside a transaction.
        try database.withoutTransaction { try $0.execute(SQL(unsafe: sql)) }
        return database
    }

    /// A new database in memory, filled by a script in a file.
    ///
    /// ```swift
    /// let database = try Database.inMemory(sqlFile: "Tests/schema.sql")
    /// ```
    ///
    /// - Parameters:
    ///   - path: the file's path, relative to the working folder, which `swift test` sets to the package's folder.
    ///   - options: how to open the database.
    /// - Throws: ``TestSupportError`` for a file that cannot be read as UTF-8, `DatabaseError`.
    public static func inMemory(sqlFile path: String, options: DatabaseOptions = DatabaseOptions()) throws -> Database {
        guard let data = FileManager.default.contents(atPath: path), let text = String(validating: data, as: UTF8.self)
        else {
            throw TestSupportError(
                "\(path) cannot be read as UTF-8 text, from the folder \(FileManager.default.currentDirectoryPath)")
        }
        return try inMemory(sql: text, options: options)
    }

    /// A new database in memory with the tables, indexes, views and triggers of a SQLite file, without their rows.
    ///
    /// ```swift
    /// let database = try Database.inMemory(schemaOf: "legacy.sqlite")
    /// ```
    ///
    /// The file is read as `DatabaseOptions.untouched` does: neither it nor its folder is changed.
    ///
    /// - Throws: `DatabaseError`, also for a definition that does anything but create its object.
    public static func inMemory(schemaOf path: String, options: DatabaseOptions = DatabaseOptions()) throws -> Database
    {
        let definitions = try Database(path: path, options: .untouched).read { try $0.catalogDefinitions() }
        let database = try inMemory(options: options)
        try database.write { session in
            for definition in definitions { try session.define(definition) }
        }
        return database
    }
}

extension Session {
    /// What makes each object of this file, tables first; the tables of virtual ones are made by them.
    fileprivate func catalogDefinitions() throws -> [CatalogDefinition] {
        let shadows = Set(
            try rows("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'").map { $0[0] })
        return try rows(
            """
            SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'view' THEN 1 WHEN 'index' THEN 2 ELSE 3 END, rowid
            """
        ).filter { !shadows.contains($0[1]) && !shadows.contains($0[2]) }.map { row in
            let kind = CatalogDefinition.Kind(rawValue: try row.get(0, as: String.self))
            return CatalogDefinition(
                kind ?? .table, try row.get(1, as: String.self), on: try row.get(2, as: String.self),
                sql: try row.get(3, as: String.self))
        }
    }
}
