import ArgumentParser
import ZIMTool

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "One Swift file a table: typed columns, key, a method for each relationship in both directions.",
        discussion: """
            Run it again after the database has changed: what stands between the markers is written anew, code outside \
            of them stays, files that need no change are not touched.

            EXAMPLES
              zim generate legacy.sqlite --output Sources/Models
              zim generate legacy.sqlite --output Sources/Models --tests Tests/ModelsTests
              zim generate legacy.sqlite --output Sources/Models --settings zim.json
            """)

    @OptionGroup var database: DatabaseArgument
    @Option(help: "The folder to write to; it is made where it does not exist.", completion: .directory)
    var output: String
    @Option(help: "A JSON file with names and types of your own.", completion: .file()) var settings: String?
    @Option(
        help: ArgumentHelp(
            "Write tests to this folder: they load rows by key and follow every relationship, compared with plain SQL.",
            valueName: "folder"), completion: .directory)
    var tests: String?
    @Option(help: "The module of the classes, for the tests; the last part of --output by default.") var module: String?
    @Flag(help: "Methods for likely relationships too, which nobody declared but names and values suggest.")
    var guess = false
    @Flag(help: "Names as the database spells them, as far as Swift takes them.") var verbatim = false
    @Flag(
        name: .customLong("public"), inversion: .prefixedNo,
        help: "Make the classes public; by default where the folder is a target of its own.")
    var isPublic: Bool?
    @Option(help: "How many rows of each table tell the types; 0 goes by the declarations alone.")
    var sample = 20_000

    func validate() throws {
        if guess && sample == 0 { throw ValidationError("--guess looks at rows, so --sample cannot be 0.") }
        if sample < 0 { throw ValidationError("--sample takes a number of rows, 0 or more.") }
    }

    func run() throws {
        try Exit.guarding {
            var options = Generation.Options()
            if let settings { options.settings = try GeneratorSettings(contentsOf: settings) }
            if verbatim { options.settings.names = .verbatim }
            let target = TargetFolder(path: output)
            if let isPublic {
                options.settings.access = isPublic ? "public" : "internal"
            } else if options.settings.access == nil, target.isTargetOfItsOwn {
                options.settings.access = "public"
            }
            options.sample = sample
            options.guesses = guess
            let file = try database.open()
            let generation = try Generation(of: file, options: options)
            for reason in generation.givenUp { Terminal.note("zim: \(reason)") }
            for (table, reason) in generation.skipped {
                // One with its schema may be in quotation marks already.
                let name = table.hasPrefix("\"") ? table : "\"\(table)\""
                Terminal.note("zim: no class for \(name): \(reason)")
            }
            var report = try generation.write(to: output)
            if let tests {
                let name = module ?? output.split(separator: "/").last.map(String.init)
                let written = try generation.writeTests(to: tests, module: name)
                report.created += written.created
                report.changed += written.changed
                report.unchanged += written.unchanged
            }
            for name in report.created { Terminal.write("created    \(name)\n") }
            for name in report.changed { Terminal.write("changed    \(name)\n") }
            if !report.unchanged.isEmpty { Terminal.write("unchanged  \(report.unchanged.count) files\n") }
            if report.created.contains("ZIMModels.swift") {
                for line in target.advice { Terminal.write(line + "\n") }
            }
            for name in report.orphaned {
                Terminal.note(
                    "zim: \(name) is of a table that is gone, or gets no class any more; it was left as it is")
            }
        }
    }
}
