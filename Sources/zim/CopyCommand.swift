import ArgumentParser
import Foundation
import ZIMOrm
import ZIMTool

extension CopyOptions.InvalidValues: ExpressibleByArgument {}

struct CopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "A whole database into another: a file or a server, SQLite or PostgreSQL.",
        discussion: """
            Types are converted, and every value that does not fit is reported before anything is written. Rows are \
            streamed, keys and indexes made when they are there, both ends compared in the end. What fails leaves the target \
            as it was. The exit status is 0, 1 where values do not fit, 2 for a failure.

            EXAMPLES
              zim copy legacy.sqlite postgres://me@db.example.org/stock --dry-run
              zim copy legacy.sqlite postgres://me@db.example.org/stock
              zim copy legacy.sqlite postgres:///stock --type orders.placed=timestamptz --on-invalid widen
              zim copy postgres:///stock stock.sqlite --resumable
            """)

    @Argument(
        help: ArgumentHelp("The database to copy: a SQLite file or a URL, postgres://…", valueName: "from"),
        completion: .file())
    var source: String
    @Argument(
        help: ArgumentHelp("The new file, or the URL of an empty database.", valueName: "to"), completion: .file())
    var target: String
    @Flag(help: "Print tables, types, statements and invalid values; write nothing.") var dryRun = false
    @Option(help: "Only this table; may be given several times.") var only: [String] = []
    @Option(
        name: .customLong("type"),
        help: ArgumentHelp(
            "The type of a column at the target; may be given several times.", valueName: "table.column=type"))
    var types: [String] = []
    @Option(
        help: ArgumentHelp(
            "How the dates of a column are written, as dd.MM.yyyy; may be given several times.",
            valueName: "table.column=pattern"))
    var dates: [String] = []
    @Option(
        name: [.customLong("on-invalid"), .customLong("on-misfit")],
        help: """
            What becomes of values that do not fit: refuse copies nothing; widen gives the column a type that holds them, \
            and leaves out a key that they break; null puts NULL in their place; skip leaves their rows out.
            """)
    var onInvalid = CopyOptions.InvalidValues.refuse
    @Option(
        help: ArgumentHelp(
            "Write all invalid values to this file, as JSON or, where it ends in .csv, as CSV.", valueName: "file"),
        completion: .file())
    var report: String?
    @Flag(help: "In a CSV report, an apostrophe before what a spreadsheet would take for a formula.") var csvSafe =
        false
    @Flag(help: "Copy beside the tables that the target has.") var intoExisting = false
    @Flag(help: "Keep what was copied when the copy is interrupted; the same command goes on from there.")
    var resumable = false
    @Flag(help: "With --resumable: throw away what an interrupted copy left, and begin anew.") var restart = false
    @Flag(name: .shortAndLong, help: "Print nothing but failures.") var quiet = false
    @Flag(help: "Print the count and checksum of each table.") var checksums = false

    func validate() throws {
        if restart && !resumable { throw ValidationError("--restart is for a copy with --resumable.") }
    }

    func run() throws {
        try Exit.guarding {
            var options = CopyOptions()
            options.only = only
            options.types = try types.map { try CopyOptions.TypeChoice($0) }
            options.dates = try dates.map { try CopyOptions.TypeChoice($0) }
            options.invalidValues = onInvalid
            options.intoExisting = intoExisting
            options.isResumable = resumable
            options.restarts = restart
            let file = try report.map { try InvalidValueFile(path: $0, isSafe: csvSafe) }
            if let file { options.onInvalid = { try file.add($0) } }
            let from = try DatabaseArgument.open(source)
            let bar = quiet ? nil : CopyProgressBar(isTerminal: Terminal.isProgressShown)
            defer { bar?.clear() }
            Interrupt.endsInOrder = true
            options.onProgress = { progress in
                try Interrupt.check()
                bar?.show(progress)
            }
            let copy = DatabaseCopy(from: from.database, to: try CopyDestination(place: target), options: options)
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
