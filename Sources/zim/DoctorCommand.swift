import ArgumentParser
import ZIMTool

extension Finding.Kind: ExpressibleByArgument {}

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Finds problems in the data and the schema, each with a count, an example and advice.",
        discussion: """
            Every row is read once. The exit status is 0 without findings, 1 with findings, 2 for a failure.

            EXAMPLES
              zim doctor legacy.sqlite
              zim doctor legacy.sqlite --only orders
              zim doctor legacy.sqlite --ignore foreignKeyWithoutIndex --ignore likelyRelationship
              zim doctor legacy.sqlite --suggest > indexes.sql
              zim doctor legacy.sqlite --json | jq '.findings[] | select(.kind == "orphans")'
            """)

    @OptionGroup var database: DatabaseArgument
    @Flag(help: "Print JSON.") var json = false
    @Flag(help: "Print SQL to review: missing indexes, and foreign keys that hold for all rows. Nothing is run.")
    var suggest = false
    @Flag(
        help: ArgumentHelp(
            "Put the declared foreign keys aside, guess them, and print how many were found, as JSON.",
            visibility: .private))
    var measureGuess = false
    @Option(help: "Only this table; can be repeated.") var only: [String] = []
    @Option(help: "Leave out this kind of finding; can be repeated.") var ignore: [Finding.Kind] = []

    func validate() throws {
        if json && suggest { throw ValidationError("--json and --suggest cannot be combined.") }
    }

    func run() throws {
        try Exit.guarding {
            let file = try database.open()
            if measureGuess { return Terminal.writeData(try GuessMeasure(of: file).json()) }
            var options = Examination.Options()
            options.only = only
            options.ignoring = Set(ignore)
            let bar = Terminal.isProgressShown ? ProgressBar(file: file) : nil
            defer { bar?.clear() }
            let examination = try Examination(of: file, options: options) { bar?.show($0, $1) }
            bar?.clear()
            if suggest {
                Terminal.writeData(examination.suggestions())
            } else if json {
                Terminal.writeData(try examination.json())
            } else {
                Terminal.write(examination.text(Terminal.style))
            }
            if !examination.findings.isEmpty { throw Exit.findings }
        }
    }
}
