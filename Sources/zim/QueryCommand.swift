import ArgumentParser
import ZIMTool

struct QueryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract: "Runs a SELECT and prints its rows as a table, JSON or CSV.",
        discussion: """
            EXAMPLES
              zim query legacy.sqlite "SELECT * FROM orders LIMIT 10"
              zim query legacy.sqlite "SELECT year, count(*) FROM orders GROUP BY year" --csv
              zim query legacy.sqlite - < report.sql
            """)

    @OptionGroup var database: DatabaseArgument
    @Argument(help: "The statement, or - to read it from the standard input.") var sql: String
    @Flag(help: "Print JSON.") var json = false
    @Flag(help: "Print CSV.") var csv = false
    @Flag(help: "Print CSV without spreadsheet formulas: text that begins with =, +, - or @ gets an apostrophe.")
    var csvSafe = false

    func validate() throws {
        if json && (csv || csvSafe) {
            throw ValidationError("--json and \(csv ? "--csv" : "--csv-safe") cannot be combined.")
        }
    }

    func run() throws {
        try Exit.guarding {
            var text = sql
            if sql == "-" { text = try StandardInput().text() }
            let file = try database.open()
            let printer = ResultPrinter(
                format: json ? .json : csvSafe ? .csvSafe : csv ? .csv : .table, style: Terminal.style,
                write: Terminal.writeData)
            try printer.run(text, on: file.forQueries())
        }
    }
}
