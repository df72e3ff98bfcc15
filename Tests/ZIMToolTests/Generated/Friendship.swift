// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "friendship"
import Foundation
import ZIMOrm

/// A row of the table `friendship`.
final class Friendship: Model, RowDecodable {
    /// `person_id` INT, not null, part 1 of the key
    var personID: Int { didSet { noteChange(0, was: oldValue) } }
    /// `friend_id` INT, not null, part 2 of the key
    var friendID: Int { didSet { noteChange(1, was: oldValue) } }
    /// `since` DATE
    var since: Date? { didSet { recordedChanges.insert(2) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "friendship" }
    override class var primaryKey: [String] { ["person_id", "friend_id"] }
    override class var columns: [Column] {
        [
            Column("person_id", \Friendship.personID),
            Column("friend_id", \Friendship.friendID),
            Column("since", \Friendship.since, as: .date(.date)),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("person", Employee.self, foreignKey: ["person_id"]),
            .belongsTo("friend", Employee.self, foreignKey: ["friend_id"]),
        ]
    }

    required init() {
        personID = 0
        friendID = 0
        super.init()
    }

    init(row: borrowing Row) throws {
        personID = try Int.read(from: row, at: 0)
        friendID = try Int.read(from: row, at: 1)
        since = try row.get(2, date: .date)
        super.init()
    }
}

extension Friendship {
    /// friendship belongs to employee by (person_id); it is always there.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."employee_id" = ?
    func person() throws -> Employee { try belongsTo(required: Employee.self, foreignKey: ["person_id"]) }

    /// friendship belongs to employee by (friend_id); it is always there.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."employee_id" = ?
    func friend() throws -> Employee { try belongsTo(required: Employee.self, foreignKey: ["friend_id"]) }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":1,"name":"person_id","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":2,"name":"friend_id","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"since","type":"DATE"}],"foreignKeys":[{"columns":["person_id"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["employee_id"],"table":"employee"},{"columns":["friend_id"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["employee_id"],"table":"employee"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"friendship","primaryKey":["person_id","friend_id"],"uniqueKeys":[{"columns":["person_id","friend_id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
