import ArgumentParser
import Foundation
import ZIMOrm
import ZIMTool

extension CopyOptions.InvalidValues: ExpressibleByArgument {}

struct CopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copies a whole database to a SQLite file, to PostgreSQL, MySQL or MariaDB.",
        discussion: """
            Types are converted, and every invalid value is reported before anything is written. Rows are streamed, then keys \
            and indexes are created, and both sides are compared. If the copy fails, the target is unchanged; on MySQL, whose \
            DDL commits, what was made is dropped again, or named. The exit status is 0, 1 for invalid values, 2 for a failure.

            EXAMPLES
              zim copy legacy.sqlite postgres://me@db.example.org/stock --dry-run
              zim copy legacy.sqlite postgres://me@db.example.org/stock
              zim copy legacy.sqlite postgres:///stock --type orders.placed=timestamptz --on-invalid widen
              zim copy postgres:///stock stock.sqlite --resumable
              zim copy mysql://me@db.example.org/stock postgres:///stock
              zim copy legacy.sqlite postgres:///stock --except log --rename "Order Details"=order_details
            """)

    @Argument(
        help: ArgumentHelp(
            "The database to copy: a SQLite file or a URL, postgres://… or mysql://…", valueName: "from"),
        completion: .file())
    var source: String
    @Argument(
        help: ArgumentHelp("The new file, or the URL of an empty database.", valueName: "to"), completion: .file())
    var target: String
    @Flag(help: "Print tables, types, statements and invalid values; write nothing.") var dryRun = false
    @Option(
        help: ArgumentHelp(
            "Only the tables of this schema, on MySQL of this database; can be repeated. All by default, unless the URL chooses.",
            valueName: "schema"))
    var schema: [String] = []
    @Option(help: "Only this table; can be repeated.") var only: [String] = []
    @Option(help: "All tables but this one; can be repeated.") var except: [String] = []
    @Option(
        name: .customLong("rename"),
        help: ArgumentHelp("The name that a table gets; can be repeated.", valueName: "table=name"))
    var renames: [String] = []
    @Option(
        name: .customLong("type"),
        help: ArgumentHelp(
            "The type of a column in the target; can be repeated.", valueName: "table.column=type"))
    var types: [String] = []
    @Option(
        help: ArgumentHelp(
            "The format of the dates of a column, such as dd.MM.yyyy; can be repeated.",
            valueName: "table.column=pattern"))
    var dates: [String] = []
    @Option(
        name: [.customLong("on-invalid"), .customLong("on-misfit")],
        help: """
            What to do with invalid values. refuse: copy nothing. widen: give the column a type that can hold them, and leave \
            out keys that they violate. null: write NULL. skip: leave out their rows.
            """)
    var onInvalid = CopyOptions.InvalidValues.refuse
    @Option(
        help: ArgumentHelp(
            "Write all invalid values to this file: CSV if its name ends in .csv, otherwise JSON.", valueName: "file"),
        completion: .file())
    var report: String?
    @Flag(help: "In a CSV report, put an apostrophe before text that a spreadsheet would read as a formula.")
    var csvSafe =
        false
    @Flag(
        help: """
            Between two servers of PostgreSQL, or two of MariaDB or MySQL: copy functions, views and triggers, too. They are \
            code of the source, which the target may run with your rights.
            """)
    var definitions = false
    @Flag(help: "Copy into a database that already has other tables.") var intoExisting = false
    @Option(
        help: ArgumentHelp(
            "Copy so many tables at once, to a server. They are out of sight until all of them are there.",
            valueName: "count"))
    var jobs = 1
    @Flag(help: "Keep the progress of an interrupted copy; the same command continues it.")
    var resumable = false
    @Flag(help: "With --resumable: discard an interrupted copy and start again.") var restart = false
    @Flag(name: .shortAndLong, help: "Print failures only.") var quiet = false
    @Flag(help: "Print the count and checksum of each table.") var checksums = false

    func validate() throws {
        if !(1...64).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 64.") }
        if restart && !resumable { throw ValidationError("--restart needs --resumable.") }
        if !only.isEmpty && !except.isEmpty { throw ValidationError("--only and --except exclude each other.") }
    }

    func run() throws {
        try Exit.guarding {
            var options = CopyOptions()
            options.schemas = schema
            options.only = only
            options.except = except
            options.renames = try renames.map { try CopyOptions.Rename($0) }
            options.types = try types.map { try CopyOptions.TypeChoice($0) }
            options.dates = try dates.map { try CopyOptions.TypeChoice($0) }
            options.invalidValues = onInvalid
            options.copiesDefinitions = definitions
            options.intoExisting = intoExisting
            options.isResumable = resumable
            options.restarts = restart
            options.jobs = jobs
            let file = try report.map { try InvalidValueFile(path: $0, isSafe: csvSafe) }
            if let file { options.onInvalid = { try file.add($0) } }
            let from = try DatabaseArgument.open(source) { $0.makesRoom(for: jobs) }
            let bar = quiet ? nil : CopyProgressBar(isTerminal: Terminal.isProgressShown)
            defer { bar?.clear() }
            Interrupt.endsInOrder = true
            options.onProgress = { progress in
                try Interrupt.check()
                bar?.show(progress)
            }
            let copy = DatabaseCopy(
                from: from.database, to: try CopyDestination(place: target, jobs: jobs), options: options)
            do {
                if dryRun {
                    let preview = try copy.preview()
                    bar?.clear()
                    try file?.finish()
                    try show(preview)
                } else {
                    let report = try copy.run()
                    bar?.clear()
                    try file?.finish()
                    guard !quiet else { return }
                    if checksums { Terminal.write(report.tablesText(Terminal.style)) }
                    Terminal.write(
                        report.text(from: Self.shown(source), to: Self.shown(target), Terminal.style))
                }
            } catch let refusal as CopyRefusal {
                bar?.clear()
                try file?.finish()
                Terminal.note(String(refusal.text(Terminal.style, report: report).dropLast()))
                throw Exit.findings
            }
        }
    }

    private func show(_ preview: DatabaseCopy.Preview) throws {
        Terminal.write(preview.plan.text(Terminal.style) + "\n")
        for statement in preview.statements { Terminal.write(statement + "\n") }
        Terminal.write("\n" + preview.plan.notesText(Terminal.style))
        if let invalidValues = preview.invalidValues {
            Terminal.note(String(invalidValues.text(Terminal.style, report: report).dropLast()))
            throw Exit.findings
        }
    }

    private static func shown(_ place: String) -> String {
        place.contains("://") ? Database.withoutPassword(place) : place
    }
}
