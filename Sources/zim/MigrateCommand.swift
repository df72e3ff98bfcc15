import ArgumentParser
import ZIMOrm
import ZIMTool

/// The migrations of a folder and the database that they are run on.
struct MigrationArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The SQLite file, or the URL of a database on a server.", valueName: "database"),
        completion: .file())
    var place: String
    @Argument(help: "The folder of the migrations, one .sql file each.", completion: .directory) var folder: String
    @Option(help: "The table that records the migrations.") var table = "zim_migration"

    var migrator: Migrator { get throws { try Migrator(folder: folder, table: table) } }
}

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Runs the SQL files of a folder to change the schema of your own database.",
        discussion: """
            Each file runs once, in the order of the names, in its own transaction, and is recorded with its text. A file that \
            was edited, removed or inserted later is refused. In a program, use Migrator(folder:).

            EXAMPLES
              zim migrate new Migrations "shelf for stock"
              zim migrate status stock.sqlite Migrations
              zim migrate up stock.sqlite Migrations --dry-run
              zim migrate up stock.sqlite Migrations
            """, subcommands: [Up.self, Status.self, New.self])

    struct Up: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Runs the pending migrations.",
            discussion: """
                EXAMPLES
                  zim migrate up stock.sqlite Migrations --through 0003_key
                """)

        @OptionGroup var arguments: MigrationArguments
        @Option(help: ArgumentHelp("The last migration to run.", valueName: "name")) var through: String?
        @Flag(help: "Run them, print their statements, and roll back.") var dryRun = false
        @Flag(help: "Create the file if it does not exist.") var create = false

        func run() throws {
            try Exit.guarding(showsHints: true) {
                let migrator = try arguments.migrator
                let database = try MigrationTarget.open(arguments.place, creating: create && !dryRun)
                if dryRun {
                    // A file of comments only is sent, too.
                    let statements = try migrator.dryRun(database, through: through).map(\.sql).filter { !$0.isEmpty }
                    // That of SQLite ends with its own semicolon.
                    for statement in statements {
                        Terminal.write(statement + (statement.hasSuffix(";") ? "\n" : ";\n"))
                    }
                    if statements.isEmpty {
                        let pending = try migrator.status(of: database).pending
                        let isPending = through.map(pending.contains) ?? !pending.isEmpty
                        Terminal.write(isPending ? "nothing to run but empty migrations\n" : "nothing to run\n")
                    }
                    return
                }
                let names = try migrator.up(database, through: through)
                for name in names { Terminal.write("ran \(name)\n") }
                if names.isEmpty { Terminal.write("nothing to run\n") }
            }
        }
    }

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows applied and pending migrations. The exit status is 1 if something is pending or refused.",
            discussion: """
                EXAMPLES
                  zim migrate status postgres://me@db.example.org/stock Migrations
                """)

        @OptionGroup var arguments: MigrationArguments

        func run() throws {
            try Exit.guarding {
                let migrator = try arguments.migrator
                let status = try migrator.status(of: MigrationTarget.open(arguments.place, creating: false))
                Terminal.write(status.text())
                if !status.pending.isEmpty || status.problem != nil { throw Exit.findings }
            }
        }
    }

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes the next file of a folder: an empty one, or the difference between two schemas.",
            discussion: """
                With --to, the file makes the schema of one database of that of another. Nothing is run: review the file, \
                then call zim migrate up. Statements that drop rows or values are marked with a comment.

                EXAMPLES
                  zim migrate new Migrations "shelf for stock"      Migrations/0002_shelf_for_stock.sql
                  zim migrate new Migrations lots --from stock.sqlite --to dev.sqlite
                  zim migrate new Migrations lots --from postgres://me@host/stock --to Sources/Models --dry-run
                """)

        @Argument(help: "The folder; created if missing.", completion: .directory) var folder: String
        @Argument(help: "What the migration does, in a few words.") var name: String
        @Option(
            help: ArgumentHelp(
                "The database to change. The default is what the folder's migrations make of an empty file.",
                valueName: "database"), completion: .file())
        var from: String?
        @Option(
            help: ArgumentHelp(
                "The database that has the wanted schema, or the folder of the classes generated from it.",
                valueName: "place"), completion: .file())
        var to: String?
        @Option(help: "The table that records the migrations.") var table = "zim_migration"
        @Flag(help: "Print the file, and do not write it.") var dryRun = false

        func validate() throws {
            if to == nil, from != nil { throw ValidationError("--from needs --to, the schema that is wanted.") }
            if to == nil, dryRun { throw ValidationError("--dry-run needs --to: an empty file has nothing to show.") }
        }

        func run() throws {
            try Exit.guarding {
                _ = try NewMigration.words(of: name)
                guard let to else { return Terminal.write(try NewMigration.make(in: folder, name: name) + "\n") }
                let (migration, base, wanted) = try SchemaMigration(folder: folder, table: table).draft(
                    from: from, to: to)
                for note in migration.notes { Terminal.note("zim: not in the migration: \(note)") }
                if migration.isEmpty {
                    return Terminal.write(migration.notes.isEmpty ? "nothing differs\n" : "nothing else differs\n")
                }
                if migration.losses > 0 {
                    Terminal.note("zim: review the migration: statements that drop rows or values: \(migration.losses)")
                }
                let text = migration.text(NewMigration.title(name), from: base, to: wanted)
                Terminal.write(dryRun ? text : try NewMigration.make(in: folder, name: name, text: text) + "\n")
            }
        }
    }
}
