import TestServer
import Testing

@testable import ZIMOrm

private final class Invoice2: Model {
    var region = ""
    var number = 0
    var customer: Int?
    override class var table: String { "invoice" }
    override class var primaryKey: [String] { ["region", "number"] }
}

private final class Position: Model {
    var pk: Int?
    var region = ""
    var number = 0
    var text = ""
    override class var table: String { "position" }
}

private final class Note: Model {
    var region = ""
    var number = 0
    override class var table: String { "note" }
    override class var primaryKey: [String] { [] }
}

/// What does not fit is said with the names in it, and nothing is sent.
@Suite(.eachEngine) struct RelationshipErrorTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE invoice (region TEXT, number INTEGER, customer INTEGER, PRIMARY KEY (region, number));
            CREATE TABLE position (pk INTEGER PRIMARY KEY, region TEXT, number INTEGER, text TEXT);
            CREATE TABLE note (region TEXT, number INTEGER);
            INSERT INTO invoice VALUES ('EU', 1, 7), ('EU', 2, NULL);
            INSERT INTO position VALUES (1, 'EU', 1, 'one'), (2, 'EU', 1, 'two'), (3, 'US', 1, 'three');
            INSERT INTO note VALUES ('EU', 1);
            """)
    }

    private struct Rows {
        let invoice: Invoice2
        let position: Position
        let note: Note
    }

    private func fails<T>(
        _ code: ModelError.Code, _ message: String, hint: String? = nil, location: SourceLocation = #_sourceLocation,
        _ call: (Rows) throws -> T
    ) throws {
        try database.read { session in
            let invoice = try #require(try session.query(Invoice2.self).first())
            let position = try #require(try session.query(Position.self).first())
            let note = try #require(try session.query(Note.self).first())
            expectFailure(code, message, hint: hint, database, location: location) {
                try call(Rows(invoice: invoice, position: position, note: note))
            }
            // Siblings say the same.
            for invoice in try session.query(Invoice2.self).all() {
                expectFailure(code, message, hint: hint, database, location: location) {
                    try call(Rows(invoice: invoice, position: position, note: note))
                }
            }
        }
    }

    @Test func countsThatDiffer() throws {
        try fails(
            .keyMismatch,
            "the foreign key (region) of \"position\" has 1 column, the key (region, number) of \"invoice\" has 2"
        ) { try $0.invoice.hasMany(Position.self, foreignKey: ["region"]) }
        try fails(
            .keyMismatch,
            "the foreign key (region) of \"position\" has 1 column, the key (region, number) of \"invoice\" has 2"
        ) { try $0.position.belongsTo(Invoice2.self, foreignKey: ["region"]) }
        try fails(
            .keyMismatch,
            "the foreign key (region, number) of \"position\" has 2 columns, the key (customer) of \"invoice\" has 1"
        ) { try $0.invoice.hasOne(Position.self, foreignKey: ["region", "number"], references: ["customer"]) }
        try fails(
            .keyMismatch,
            "the foreign key () of \"position\" has 0 columns, the key (region, number) of \"invoice\" has 2"
        ) { try $0.invoice.hasMany(Position.self, foreignKey: []) }
        try fails(
            .keyMismatch,
            "the foreign key (region) of \"note\" has 1 column, the key (region, number) of \"invoice\" has 2"
        ) {
            try $0.invoice.hasMany(
                Invoice2.self, through: Note.self, foreignKey: ["region", "number"], targetForeignKey: ["region"])
        }
        try fails(
            .keyMismatch,
            "the foreign key (region) of \"note\" has 1 column, the key (region, number) of \"invoice\" has 2"
        ) {
            try $0.invoice.hasMany(
                Invoice2.self, through: Note.self, foreignKey: ["region"], targetForeignKey: ["region", "number"])
        }
    }

    @Test func tablesWithoutKey() throws {
        try fails(
            .keyMismatch, "\"note\" has no primary key that (region, number) of \"position\" could point to",
            hint: "Name the columns in references"
        ) { try $0.note.hasMany(Position.self, foreignKey: ["region", "number"]) }
        try fails(
            .keyMismatch, "\"note\" has no primary key that (region, number) of \"invoice\" could point to",
            hint: "Name the columns in references"
        ) { try $0.invoice.belongsTo(Note.self, foreignKey: ["region", "number"]) }
        try database.read { session in
            let note = try #require(try session.query(Note.self).first())
            let key = ["region", "number"]
            #expect(try note.hasMany(Position.self, foreignKey: key, references: key).count == 2)
            #expect(try note.belongsTo(Invoice2.self, foreignKey: key)?.customer == 7)
        }
    }

    @Test func unknownNames() throws {
        try fails(
            .unknownColumn, "\"position\" (class Position) has no column or property \"regoin\"",
            hint: "Did you mean \"region\"?"
        ) { try $0.invoice.hasMany(Position.self, foreignKey: ["regoin", "number"]) }
        try fails(
            .unknownColumn, "\"invoice\" (class Invoice2) has no column or property \"nmber\"",
            hint: "Did you mean \"number\"?"
        ) {
            try $0.position.belongsTo(
                Invoice2.self, foreignKey: ["region", "number"], references: ["region", "nmber"])
        }
        try fails(.unknownColumn, "\"position\" (class Position) has no column or property \"txt\"") {
            try $0.invoice.hasMany(Position.self, foreignKey: ["region", "number"], options: [.orderBy("txt DESC")])
        }
        try fails(.unknownColumn, "\"position\" (class Position) has no column or property \"txt\"") {
            try $0.invoice.hasMany(Position.self, foreignKey: ["region", "number"], options: [.filter("txt = 1")])
        }
        try fails(.unknownRelationship, "\"position\" (class Position) has no relationship \"invoice\"") {
            try $0.invoice.hasMany(
                Position.self, foreignKey: ["region", "number"], options: [.filter("invoice.x = 1")])
        }
    }

    @Test func optionsThatMakeNoSense() throws {
        let key = ["region", "number"]
        try fails(.query, "a limit of -1 rows is negative") {
            try $0.invoice.hasMany(Position.self, foreignKey: key, options: [.limit(-1)])
        }
        try fails(.query, "an offset of -3 rows is negative") {
            try $0.invoice.hasMany(Position.self, foreignKey: key, options: [.offset(-3)])
        }
        try fails(.query, "the order \"text,,pk\" has an empty part", hint: "Write \"a, b DESC\"") {
            try $0.invoice.hasMany(Position.self, foreignKey: key, options: [.orderBy("text,,pk")])
        }
        try fails(.query, "the order \"\" has an empty part") {
            try $0.invoice.hasMany(Position.self, foreignKey: key, options: [.orderBy("")])
        }
        try database.read { session in
            let invoice = try #require(try session.query(Invoice2.self).first())
            let log = StatementLog(database)
            let error = #expect(throws: ModelError.self) {
                try invoice.hasMany(Position.self, foreignKey: key, options: [.filter("text = = 1")])
            }
            #expect(error?.code == .predicate && error?.position == 7)
            #expect(log.count == 0)
        }
    }

    /// Whatever is given as a value comes back, and whatever as a name is no column.
    @Test(arguments: [
        "'; DROP TABLE position; --", "\" OR 1=1 --", "text\"; --", "?1", ":a", "\\'", "%", "_", "*", "[", "NULL", "🧨",
        "",
        "e\u{301}", "\u{e9}", "\u{0}x", "x\u{0}y", "\n", "\u{202e}abc", "\u{ffff}", "\u{7f}", "\u{1}\u{1f}",
    ])
    func hostileText(_ text: String) throws {
        // PostgreSQL holds no NUL, and says so.
        if ServedEngine.isPostgreSQL, text.utf8.contains(0) {
            #expect(throws: (any Error).self) { try database.execute("UPDATE position SET region = \(text)") }
            return
        }
        let key = ["region", "number"]
        try database.write { session in
            try session.execute("UPDATE position SET region = \(text), text = \(text)")
            try session.execute("UPDATE invoice SET region = \(text)")
            for invoices in [
                try session.query(Invoice2.self).filter("number = 1").all(), try session.query(Invoice2.self).all(),
            ] {
                let options: [[RelationshipOption]] = [
                    [], [.filter("text = \(text)")], [.filter("text CONTAINS \(text)")], [.filter("text IN \([text])")],
                    [.filter("text BEGINSWITH \(text)"), .limit(5)],
                    [.filter("text ENDSWITH \(text)"), .orderBy("text")],
                ]
                for options in options {
                    let found = try invoices.flatMap { invoice in
                        try invoice.hasMany(Position.self, foreignKey: key, options: options)
                    }
                    #expect(found.count == 3, "\(options)")
                    #expect(found.allSatisfy { $0.text == text })
                }
            }
            let invoice = try #require(try session.query(Invoice2.self).first())
            #expect(throws: ModelError.self) {
                try invoice.hasMany(Position.self, foreignKey: [text, "number"])
            }
            #expect(throws: ModelError.self) {
                try invoice.hasMany(Position.self, foreignKey: key, options: [.orderBy(text)])
            }
            #expect(try session.query(Position.self).count() == 3)
        }
    }
}
