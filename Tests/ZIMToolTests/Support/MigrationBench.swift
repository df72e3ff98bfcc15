import Testing
import ZIMOrm

@testable import ZIMTool

/// `zim migrate new --from --to` between databases of a server, the same on each engine.
enum MigrationBench {
    /// Writes the migration that makes a database what another is, and runs it.
    static func migrate(
        _ database: Database, at url: String, _ folder: String, to wanted: String
    ) throws -> MigrationDraft {
        let (draft, from, to) = try SchemaMigration(folder: folder, table: "zim_migration").draft(from: url, to: wanted)
        _ = try NewMigration.make(in: folder, name: "step", text: draft.text("step", from: from, to: to))
        try Migrator(folder: folder).up(database)
        return draft
    }

    /// What is refused of a server's database.
    ///
    /// - Parameters:
    ///   - url: a database with the table `a`.
    ///   - engine: its name in messages.
    static func requireRefusals(of url: String, engine: String) throws {
        let scratch = try ToolScratch()
        let file = try scratch.database("CREATE TABLE a (x INTEGER, y INTEGER, PRIMARY KEY (x, y))", name: "a.sqlite")
        let migration = SchemaMigration(folder: scratch.path("Migrations"), table: "zim_migration")
        func message(_ base: String?, _ wanted: String) -> String {
            do {
                _ = try migration.draft(from: base, to: wanted)
                return "none"
            } catch { return "\(error)" }
        }
        #expect(message(nil, url).hasSuffix(" is on a server. --from names the database that shall change"))
        #expect(
            message(file, url).hasSuffix(
                " for \(engine): a migration is for one engine. zim copy moves a database to another engine"))
        #expect(message(file, url).hasPrefix("a.sqlite is for SQLite, "))
        _ = try Generation(of: InspectedDatabase(path: file)).write(to: scratch.path("Models"))
        #expect(message(url, scratch.path("Models")).contains(" for SQLite: a migration is for one engine"))
    }
}
