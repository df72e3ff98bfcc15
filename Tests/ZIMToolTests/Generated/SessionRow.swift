// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "session"
import Foundation
import ZIMOrm

/// A row of the table `session`.
final class SessionRow: Model, RowDecodable {
    /// `year.key` INT, part 1 of the key
    var yearKey: Int { didSet { noteChange(0, was: oldValue) } }
    /// `sub-type` TEXT, part 2 of the key
    var subType: String { didSet { noteChange(1, was: oldValue) } }
    /// `2B` TEXT
    var column2b: String? { didSet { recordedChanges.insert(2) } }
    /// `%_x` TEXT
    var x: String? { didSet { recordedChanges.insert(3) } }
    /// `%` INT
    var column5: Int? { didSet { recordedChanges.insert(4) } }
    /// `a "quoted" name` TEXT
    var aQuotedName: String? { didSet { recordedChanges.insert(5) } }
    /// `Straße` TEXT
    var straße: String? { didSet { recordedChanges.insert(6) } }
    /// `a b` TEXT
    var aB: String? { didSet { recordedChanges.insert(7) } }
    /// `a_b` TEXT
    var aB2: String? { didSet { recordedChanges.insert(8) } }
    /// `aB` TEXT
    var aB3: String? { didSet { recordedChanges.insert(9) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "session" }
    override class var primaryKey: [String] { ["year.key", "sub-type"] }
    override class var columns: [Column] {
        [
            Column("year.key", \SessionRow.yearKey),
            Column("sub-type", \SessionRow.subType),
            Column("2B", \SessionRow.column2b),
            Column("%_x", \SessionRow.x),
            Column("%", \SessionRow.column5),
            Column("a \"quoted\" name", \SessionRow.aQuotedName),
            Column("Straße", \SessionRow.straße),
            Column("a b", \SessionRow.aB),
            Column("a_b", \SessionRow.aB2),
            Column("aB", \SessionRow.aB3),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .hasMany("orderNotes", OrderNote.self, foreignKey: ["Session Key", "Session Sub-Type"])
        ]
    }

    required init() {
        yearKey = 0
        subType = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        yearKey = try Int.read(from: row, at: 0)
        subType = try String.read(from: row, at: 1)
        column2b = try String?.read(from: row, at: 2)
        x = try String?.read(from: row, at: 3)
        column5 = try Int?.read(from: row, at: 4)
        aQuotedName = try String?.read(from: row, at: 5)
        straße = try String?.read(from: row, at: 6)
        aB = try String?.read(from: row, at: 7)
        aB2 = try String?.read(from: row, at: 8)
        aB3 = try String?.read(from: row, at: 9)
        super.init()
    }
}

extension SessionRow {
    /// session has many Order Notes by (Session Key, Session Sub-Type).
    ///
    ///     SELECT … FROM "Order Notes" WHERE "Order Notes"."Session Key" = ? AND "Order Notes"."Session Sub-Type" = ?
    func orderNotes(options: [RelationshipOption] = []) throws -> [OrderNote] {
        try hasMany(OrderNote.self, foreignKey: ["Session Key", "Session Sub-Type"], options: options)
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"year.key","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":2,"name":"sub-type","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"2B","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"%_x","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"%","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"a \"quoted\" name","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"Straße","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"a b","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"a_b","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"aB","type":"TEXT"}],"foreignKeys":[],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"session","primaryKey":["year.key","sub-type"],"uniqueKeys":[{"columns":["year.key","sub-type"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
