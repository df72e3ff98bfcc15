// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "event"
import Foundation
import ZIMOrm

/// A row of the table `event`.
/// The table has no key: rows can be read and inserted, and changed by a query.
final class Event: Model, RowDecodable {
    /// `kind` TEXT
    var kind: String? { didSet { recordedChanges.insert(0) } }
    /// `at` INTEGER
    var at: Int? { didSet { recordedChanges.insert(1) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "event" }
    override class var primaryKey: [String] { [] }
    override class var columns: [Column] {
        [
            Column("kind", \Event.kind),
            Column("at", \Event.at),
        ]
    }

    required init() {
        super.init()
    }

    init(row: borrowing Row) throws {
        kind = try String?.read(from: row, at: 0)
        at = try Int?.read(from: row, at: 1)
        super.init()
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"kind","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"at","type":"INTEGER"}],"foreignKeys":[],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"event","primaryKey":[],"uniqueKeys":[]}
// zim:end
