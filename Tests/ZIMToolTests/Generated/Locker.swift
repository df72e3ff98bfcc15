// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "locker"
import Foundation
import ZIMOrm

/// A row of the table `locker`.
final class Locker: Model, RowDecodable {
    /// `id` INTEGER, the key
    var id: Int? { didSet { noteChange(0, was: oldValue) } }
    /// `badge` TEXT
    var badge: String? { didSet { recordedChanges.insert(1) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "locker" }
    override class var primaryKey: [String] { ["id"] }
    override class var columns: [Column] {
        [
            Column("id", \Locker.id),
            Column("badge", \Locker.badge),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("employee", Employee.self, foreignKey: ["badge"], references: ["badge"])
        ]
    }

    required init() {
        super.init()
    }

    init(row: borrowing Row) throws {
        id = try Int?.read(from: row, at: 0)
        badge = try String?.read(from: row, at: 1)
        super.init()
    }
}

extension Locker {
    /// locker belongs to employee by (badge) = (badge), optional.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."badge" = ? ORDER BY "employee"."employee_id" LIMIT 1
    func employee() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["badge"], references: ["badge"]) }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"id","type":"INTEGER"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"badge","type":"TEXT"}],"foreignKeys":[{"columns":["badge"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["badge"],"table":"employee"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"locker","primaryKey":["id"],"rowIDColumn":"id","uniqueKeys":[{"columns":["id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
