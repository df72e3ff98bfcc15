import ArgumentParser
import Foundation
import ZIMTool

extension Diagram.Format: ExpressibleByArgument {}
extension Diagram.Columns: ExpressibleByArgument {}

struct DiagramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagram",
        abstract: "Draws the tables, their keys and relationships as SVG, Mermaid or dot.",
        discussion: """
            EXAMPLES
              zim diagram legacy.sqlite > schema.svg
              zim diagram legacy.sqlite --around orders --output orders.svg
              zim diagram legacy.sqlite --format mermaid --columns keys
              zim diagram legacy.sqlite --format dot | dot -Tpdf > schema.pdf
            """)

    @OptionGroup var database: DatabaseArgument
    @Option(help: "svg, mermaid or dot.") var format = Diagram.Format.svg
    @Option(help: "The file to write. The default is the standard output.", completion: .file()) var output: String?
    @Option(help: "Only this table; can be repeated.") var only: [String] = []
    @Option(help: "Only this table and its neighbours.") var around: String?
    @Option(help: "The maximum number of relationships to a neighbour.") var distance = 1
    @Option(help: "all, keys or none; auto shows all for up to 16 tables, otherwise keys.") var columns = Diagram
        .Columns.auto
    @Flag(help: "Also draw views.") var views = false
    @Flag(help: "Also draw likely relationships, dotted.") var guess = false

    func validate() throws {
        if distance < 0 { throw ValidationError("--distance must be 0 or more.") }
    }

    func run() throws {
        try Exit.guarding {
            var options = Diagram.Options()
            options.only = only
            options.around = around
            options.distance = distance
            options.columns = columns
            options.views = views
            options.guesses = guess
            let diagram = try Diagram(of: database.open(), options: options)
            for reason in diagram.givenUp { Terminal.note("zim: \(reason)") }
            let text = diagram.text(format)
            guard let output else { return Terminal.writeData(text) }
            try OutputFile.refuseDatabase(at: output)
            do { try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .atomic) } catch {
                throw ToolError("\(output) cannot be written: \(error.localizedDescription)")
            }
        }
    }
}
