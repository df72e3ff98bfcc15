// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "Order Notes"
import Foundation
import ZIMOrm

/// A row of the table `Order Notes`.
/// The table has no key: rows can be read and inserted, and changed by a query.
final class OrderNote: Model, RowDecodable {
    /// `Session Key` INT
    var sessionKey: Int? { didSet { recordedChanges.insert(0) } }
    /// `Session Sub-Type` TEXT
    var sessionSubType: String? { didSet { recordedChanges.insert(1) } }
    /// `Note Text` TEXT
    var noteText: String? { didSet { recordedChanges.insert(2) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "Order Notes" }
    override class var primaryKey: [String] { [] }
    override class var columns: [Column] {
        [
            Column("Session Key", \OrderNote.sessionKey),
            Column("Session Sub-Type", \OrderNote.sessionSubType),
            Column("Note Text", \OrderNote.noteText),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("session", SessionRow.self, foreignKey: ["Session Key", "Session Sub-Type"])
        ]
    }

    required init() {
        super.init()
    }

    init(row: borrowing Row) throws {
        sessionKey = try Int?.read(from: row, at: 0)
        sessionSubType = try String?.read(from: row, at: 1)
        noteText = try String?.read(from: row, at: 2)
        super.init()
    }
}

extension OrderNote {
    /// Order Notes belongs to session by (Session Key, Session Sub-Type), optional.
    ///
    ///     SELECT … FROM "session" WHERE "session"."year.key" = ? AND "session"."sub-type" = ?
    func session() throws -> SessionRow? {
        try belongsTo(SessionRow.self, foreignKey: ["Session Key", "Session Sub-Type"])
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"Session Key","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"Session Sub-Type","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"Note Text","type":"TEXT"}],"foreignKeys":[{"columns":["Session Key","Session Sub-Type"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["year.key","sub-type"],"table":"session"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"Order Notes","primaryKey":[],"uniqueKeys":[]}
// zim:end
