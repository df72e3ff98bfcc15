import ArgumentParser
import ZIMTool

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes a Swift class for each table, with typed properties, its key and its relationships.",
        discussion: """
            Run it again after the database has changed. It rewrites the code between the markers, keeps your code outside \
            of them, and does not touch files that need no change.

            EXAMPLES
              zim generate legacy.sqlite --output Sources/Models
              zim generate legacy.sqlite --output Sources/Models --tests Tests/ModelsTests
              zim generate legacy.sqlite --output Sources/Models --settings zim.json
            """)

    @OptionGroup var database: DatabaseArgument
    @Option(help: "The folder to write to; created if missing.", completion: .directory)
    var output: String
    @Option(help: "A JSON file with your own names and types.", completion: .file()) var settings: String?
    @Option(
        help: ArgumentHelp(
            "Write tests to this folder, which compare keys and relationships with plain SQL.",
            valueName: "folder"), completion: .directory)
    var tests: String?
    @Option(help: "The module of the classes, for the tests. The default is the last part of --output.") var module:
        String?
    @Flag(help: "Also write methods for undeclared relationships that names and values suggest.")
    var guess = false
    @Flag(help: "Keep the spelling of the database where Swift allows it.") var verbatim = false
    @Flag(
        name: .customLong("public"), inversion: .prefixedNo,
        help: "Make the classes public. The default is public if the folder is a target of its own.")
    var isPublic: Bool?
    @Option(help: "The number of rows per table to choose types by; 0 uses the declared types only.")
    var sample = 20_000

    func validate() throws {
        if guess && sample == 0 { throw ValidationError("--guess examines rows, so --sample cannot be 0.") }
        if sample < 0 { throw ValidationError("--sample must be 0 or more.") }
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
                    "zim: \(name) belongs to a table that no longer exists or gets no class; the file was left unchanged"
                )
            }
        }
    }
}
