import ArgumentParser
import ZIMTool

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract:
            "Tables, columns with declared and actual types, keys, indexes, relationships both ways, what is wrong.",
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
    @Option(help: "Only this table or view; may be given several times.") var only: [String] = []
    @Option(help: "How many rows of each table tell what its columns hold; 0 looks at none.") var sample = 10_000
    @Flag(inversion: .prefixedNo, help: "Count the rows of each table.") var counts = true

    func validate() throws {
        if json && markdown { throw ValidationError("--json and --markdown exclude one another.") }
        if sample < 0 { throw ValidationError("--sample takes a number of rows, 0 or more.") }
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
                    return Terminal.write("\nzim doctor says what is wrong with the data.\n")
                }
                var doctor = Examination.Options()
                doctor.only = only
                Terminal.write("\n" + (try Examination(of: file, options: doctor).summary(Terminal.style)))
            }
        }
    }
}
