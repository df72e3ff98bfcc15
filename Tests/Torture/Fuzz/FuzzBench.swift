import Amigo
import Foundation

/// The class that predicates and orders are about.
final class FuzzRow: Model {
    var year = 0
    var number = 0
    var name = ""
    var note: String?
    var age = 0
    var price = 0.0
    var oddName = ""
    override class var table: String { "fuzz_row" }
    override class var primaryKey: [String] { ["year", "number"] }
    override class var columns: [ZIMOrm.Column] {
        [
            ZIMOrm.Column("year", \FuzzRow.year), ZIMOrm.Column("number", \FuzzRow.number),
            ZIMOrm.Column("name", \FuzzRow.name),
            ZIMOrm.Column("note", \FuzzRow.note), ZIMOrm.Column("age", \FuzzRow.age),
            ZIMOrm.Column("price", \FuzzRow.price),
            ZIMOrm.Column("odd name", \FuzzRow.oddName),
        ]
    }
}

/// Gives an input to its reader, and judges what comes back: a result that holds, or an error that says what is wrong.
final class FuzzBench {
    private let target: FuzzTarget
    private let folder: WorkFolder
    private let database: Database

    init(_ target: FuzzTarget) throws {
        self.target = target
        folder = try WorkFolder()
        database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE fuzz_row (year INTEGER, number INTEGER, name TEXT, note TEXT, age INTEGER, price REAL, "odd name" TEXT,
            PRIMARY KEY (year, number))
            """)
        try database.execute("INSERT INTO fuzz_row VALUES (1998, 1, 'Ada', 'O''Brien', 41, 2.5, 'x')")
    }

    func run(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        switch target {
        case .predicate: try expecting { try self.ask { $0.filter(PredicateText(unsafe: text)) } }
        case .order: try expecting { try self.ask { $0.orderBy(text) } }
        case .tokenizer: try tokenize(text)
        case .date: try readDate(text)
        case .decimal: try readDecimal(text)
        case .dataSources: try loadDataSources(bytes)
        case .coreData: try readCoreData(bytes)
        case .schemaText: try SchemaInputs.examineText(text, folder)
        case .schemaFile: try SchemaInputs.examineFile(bytes, folder)
        case .url: try open(text)
        }
    }

    /// A mistake in a text is told as one: not as the engine's, which was then given what it does not read.
    private func expecting(_ body: () throws -> Void) throws {
        do { try body() } catch is ModelError {} catch let error as DatabaseError where error.code == .tooBig {} catch {
            throw FuzzTarget.Finding("threw \(type(of: error)): \(error)")
        }
    }

    private func ask(_ change: (ZIMOrm.Query<FuzzRow>) -> ZIMOrm.Query<FuzzRow>) throws {
        try database.read { session in
            let query = change(try session.query(FuzzRow.self))
            let rendered = try query.rendered()
            guard SQLTokenizer(rendered.sql).tokens.allSatisfy({ $0.kind != .error && $0.text != ";" }) else {
                throw FuzzTarget.Finding("the statement is broken: \(rendered.sql)")
            }
            _ = try query.all()
        }
    }

    private func tokenize(_ text: String) throws {
        for rules in [SQLLexicalRules.sqlite, .postgreSQL] {
            let tokenizer = SQLTokenizer(text, rules: rules)
            guard tokenizer.map(\.text).joined().utf8.elementsEqual(text.utf8) else {
                throw FuzzTarget.Finding("the tokens are not the text")
            }
            guard (tokenizer.failure != nil) == (tokenizer.tokens.last?.kind == .error) else {
                throw FuzzTarget.Finding("a failure without its token, or the other way round")
            }
        }
    }

    private func readDate(_ text: String) throws {
        let formats: [DateFormat] = [
            .iso8601, .dateTime, .isoDateTime, .date, .unixSeconds, .unixMilliseconds, .julianDay,
        ]
        for format in formats {
            guard let date = format.date(from: .text(text)) else { continue }
            guard date.timeIntervalSince1970.isFinite else { throw FuzzTarget.Finding("a date that is not finite") }
            // What is written can be read, and is the same to the millisecond.
            let written = DateFormat.iso8601.sqlValue(of: date)
            guard let again = DateFormat.iso8601.date(from: written),
                abs(again.timeIntervalSince(date)) < 0.001
            else { throw FuzzTarget.Finding("\(date.timeIntervalSince1970) is written as \(written)") }
        }
    }

    private func readDecimal(_ text: String) throws {
        let number: Decimal
        do { number = try Decimal(column: .text(text)) } catch is ValueMismatch { return }
        guard !number.isNaN else { throw FuzzTarget.Finding("a decimal that is no number") }
        let again = try Decimal(column: number.sqlValue)
        guard again == number else { throw FuzzTarget.Finding("\(number) is written as \(number.sqlValue)") }
    }

    private func loadDataSources(_ bytes: [UInt8]) throws {
        let path = folder.file("db.plist")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        do {
            for name in try DataSource.load(propertyList: path) { DataSource.unregister(name) }
        } catch let error as DatabaseError where error.code == .dataSource {}
    }

    private func readCoreData(_ bytes: [UInt8]) throws {
        let path = folder.file("contents")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        do {
            _ = try Amigo(
                contentsOf: path, classes: [LedgerCourse.self, LedgerStudent.self, LedgerMark.self],
                factory: DatabaseEngineFactory(database))
        } catch is ManagedObjectModelError {} catch is ModelError {}
    }

    /// Servers are not asked before a session needs one; files must exist.
    private func open(_ text: String) throws {
        do { try Database(url: text, options: .readOnly).close() } catch is DatabaseError {}
    }
}
