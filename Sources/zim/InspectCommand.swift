import ArgumentParser
import ZIMTool

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract:
            "Shows tables, columns with declared and actual types, keys, indexes, relationships and problems.",
        discussion: """
            EXAMPLES
              zim inspect legacy.sqlite
              zim inspect legacy.sqlite --only orders --only order_line
              zim inspect legacy.sqlite --markdown > schema.md
              zim inspect legacy.sqlite --json | jq '.tables[].name'
            """)

    @OptionGroup var database: DatabaseArgument
    @Flag(help: "Print JSON.") var json = false
    @Flag(help: "Print a Markdown page.") var markdown = false
    @Option(help: "Only this table or view; can be repeated.") var only: [String] = []
    @Option(help: "The number of rows per table to examine; 0 examines none.") var sample = 10_000
    @Flag(inversion: .prefixedNo, help: "Count the rows of each table.") var counts = true

    func validate() throws {
        if json && markdown { throw ValidationError("--json and --markdown cannot be combined.") }
        if sample < 0 { throw ValidationError("--sample must be 0 or more.") }
    }

    func run() throws {
        try Exit.guarding {
            let file = try database.open()
            var options = Inspection.Options()
            options.only = only
            options.sample = sample
            options.counts = counts
            let inspection = try Inspection(of: file, options: options)
            if json {
                Terminal.writeData(try inspection.json())
            } else if markdown {
                Terminal.writeData(inspection.markdown)
            } else {
                Terminal.write(inspection.text(Terminal.style))
                guard inspection.isSmall else {
                    return Terminal.write("\nRun zim doctor to check the data.\n")
                }
                var doctor = Examination.Options()
                doctor.only = only
                Terminal.write("\n" + (try Examination(of: file, options: doctor).summary(Terminal.style)))
            }
        }
    }
}
