import Foundation
import ZIMOrm
import ZIMTool

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Texts as names and values in everything that the command line writes: what reads it finds the texts again, and nothing
/// else.
struct HostileOutput {
    private let folder: WorkFolder
    private(set) var problems: [String] = []
    private(set) var places = 0

    init() throws { folder = try WorkFolder() }

    /// A database whose tables, columns and rows are called by texts.
    private func make(_ texts: [String], file: String) throws -> InspectedDatabase {
        let database = try Database(path: folder.file(file))
        try database.write { session in
            // The name of a class is that of its file, which no file system lets be longer.
            for (place, text) in texts.enumerated() where text.utf8.count < 100 {
                let names = HostileNames(text)
                // Names that differ in case only, or that SQLite keeps for itself, are refused.
                _ = try? session.transaction { session in
                    try session.execute(
                        CreateTableStatement(SQLIdentifier(names.table)).column(names.first, type: .text, .notNull)
                            .column(names.second, type: .integer).column(
                                "\(place)", type: .text, .default(.value(text))
                            )
                            .primaryKey([names.first, names.second]))
                    try session.execute(
                        CreateTableStatement(SQLIdentifier(names.lines)).column(
                            names.place, type: .integer, .primaryKey()
                        )
                        .column(names.first, type: .text).column(names.second, type: .integer)
                        .foreignKey(
                            [names.first, names.second], references: SQLIdentifier(names.table),
                            [names.first, names.second]))
                    try session.execute("INSERT INTO \(identifier: names.table) VALUES (\(text), \(place), \(text))")
                }
            }
            try session.execute("CREATE TABLE plain_values (n INTEGER PRIMARY KEY, v TEXT)")
            for (place, text) in texts.enumerated() {
                try session.execute("INSERT INTO plain_values VALUES (\(place), \(text))")
            }
        }
        database.close()
        return try InspectedDatabase(path: folder.file(file))
    }

    mutating func run(_ texts: [String]) throws {
        let file = try make(texts, file: "hostile.sqlite")
        let plain = try make(texts.indices.map { "t\($0)" }, file: "plain.sqlite")
        try checkCSV(file, texts)
        try checkJSON(file, texts)
        let inspection = try Inspection(of: file)
        checkPrintable("inspect", inspection.text())
        checkPrintable("doctor", try Examination(of: file).text())
        checkMarkdown(inspection.markdown)
        for format in Diagram.Format.allCases {
            let text = try Diagram(of: file).text(format)
            checkPrintable("\(format)", text)
            if format == .svg { checkXML(text) }
            if format == .mermaid, texts.count < 200 {
                try checkLines("mermaid", text, try Diagram(of: plain).text(format), file, plain)
            }
        }
        try checkSwift(file)
    }

    /// Nothing that a terminal would obey; line ends are the page's own.
    private mutating func checkPrintable(_ what: String, _ text: String) {
        places += 1
        let found = text.unicodeScalars.first { $0.value < 32 && $0 != "\n" || (0x7F...0x9F).contains($0.value) }
        if let found { problems.append("\(what) holds the character \(found.value)") }
    }

    private mutating func checkXML(_ text: String) {
        places += 1
        let parser = XMLParser(data: Data(text.utf8))
        let elements = Elements()
        parser.delegate = elements
        if !parser.parse() { problems.append("svg is no XML: \(parser.parserError.map { "\($0)" } ?? "")") }
        if !elements.names.isDisjoint(with: ["script", "foreignObject", "a", "image"]) {
            problems.append("svg holds \(elements.names.sorted())")
        }
    }

    private final class Elements: NSObject, XMLParserDelegate {
        var names: Set<String> = []
        func parser(
            _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) { names.insert(element) }
    }

    /// Every row of a table of Markdown's has as many cells.
    private mutating func checkMarkdown(_ text: String) {
        places += 1
        checkPrintable("markdown", text)
        for line in text.split(separator: "\n") where line.hasPrefix("|") {
            var bars = 0
            var isEscaped = false
            for character in line.unicodeScalars {
                if character == "|", !isEscaped { bars += 1 }
                isEscaped = character == "\\" && !isEscaped
            }
            if bars != 6 { problems.append("a row of Markdown has \(bars) bars: \(line)") }
        }
        if text.replacing("\\<", with: "").contains("<script") { problems.append("Markdown holds HTML") }
    }

    /// A name never makes a line of its own.
    private mutating func checkLines(
        _ what: String, _ text: String, _ plain: String, _ file: InspectedDatabase, _ other: InspectedDatabase
    ) throws {
        places += 1
        let (tables, others) = (try file.schema().tables.count, try other.schema().tables.count)
        guard tables == others else { return }
        let (lines, expected) = (text.split(separator: "\n").count, plain.split(separator: "\n").count)
        if lines != expected { problems.append("\(what) has \(lines) lines, not \(expected)") }
    }

    private mutating func checkCSV(_ file: InspectedDatabase, _ texts: [String]) throws {
        var text = ""
        try ResultPrinter(format: .csv) { text += $0 }.run("SELECT v FROM plain_values ORDER BY n", on: file.database)
        let fields = CSVReader.fields(text).dropFirst()
        places += texts.count
        if !zip(fields, texts).allSatisfy({ $0.utf8.elementsEqual($1.utf8) }) || fields.count != texts.count {
            let place = zip(fields, texts).map { $0.utf8.elementsEqual($1.utf8) }.firstIndex(of: false)
            problems.append("csv reads back as others: \(place.map { texts[$0].debugDescription } ?? "their number")")
        }
    }

    private mutating func checkJSON(_ file: InspectedDatabase, _ texts: [String]) throws {
        var text = ""
        try ResultPrinter(format: .json) { text += $0 }.run("SELECT v FROM plain_values ORDER BY n", on: file.database)
        struct Field: Decodable { let v: String }
        let fields = try JSONDecoder().decode([Field].self, from: Data(text.utf8)).map(\.v)
        places += texts.count
        if !fields.elementsEqual(texts, by: { $0.utf8.elementsEqual($1.utf8) }) {
            problems.append("json reads back as others")
        }
    }

    /// The compiler takes what was generated, and no name became code.
    private mutating func checkSwift(_ file: InspectedDatabase) throws {
        let generation = try Generation(of: file)
        let models = folder.file("Models")
        try FileManager.default.createDirectory(atPath: models, withIntermediateDirectories: true)
        _ = try generation.write(to: models)
        let paths = try FileManager.default.contentsOfDirectory(atPath: models).map { models + "/" + $0 }
        places += paths.count
        for path in paths {
            let code = try String(contentsOfFile: path, encoding: .utf8)
            for line in code.split(whereSeparator: \.isNewline)
            where line.drop(while: { $0 == " " }).hasPrefix("let zim_intruder") {
                problems.append("a name became code: \(line)")
            }
        }
        guard let compiler = Self.compiler else { return }
        let compile = Process()
        compile.executableURL = URL(fileURLWithPath: compiler)
        compile.arguments = ["-frontend", "-parse"] + paths
        let output = Pipe()
        compile.standardOutput = output
        compile.standardError = output
        try compile.run()
        try? output.fileHandleForWriting.close()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        compile.waitUntilExit()
        if compile.terminationStatus != 0 {
            problems.append("the compiler refuses what was generated: \(said.prefix(500))")
        }
    }

    static let compiler: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { $0 + "/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }
}
