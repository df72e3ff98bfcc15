// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "employee"
import Foundation
import ZIMOrm

/// A row of the table `employee`.
public final class Employee: Model, RowDecodable {
    /// `id` INTEGER, the key
    public var id: Int? { didSet { noteChange(0, was: oldValue) } }
    /// `name` TEXT, not null
    public var name: String { didSet { recordedChanges.insert(1) } }
    /// `boss` INT
    public var bossID: Int? { didSet { recordedChanges.insert(2) } }
    private var recordedChanges = ColumnChanges()
    public override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    public override class var table: String { "employee" }
    public override class var primaryKey: [String] { ["id"] }
    public override class var columns: [Column] {
        [
            Column("id", \Employee.id),
            Column("name", \Employee.name),
            Column("boss", \Employee.bossID),
        ]
    }
    public override class var relationships: [Relationship] {
        [
            .belongsTo("boss", Employee.self, foreignKey: ["boss"]),
            .hasMany("employeesAsBoss", Employee.self, foreignKey: ["boss"]),
            .hasMany("ordersAsSeller", Order.self, foreignKey: ["seller"]),
            .hasMany("ordersAsPacker", Order.self, foreignKey: ["packer"]),
        ]
    }

    public required init() {
        name = ""
        super.init()
    }

    public init(row: borrowing Row) throws {
        id = try Int?.read(from: row, at: 0)
        name = try String.read(from: row, at: 1)
        bossID = try Int?.read(from: row, at: 2)
        super.init()
    }
}

extension Employee {
    /// employee belongs to employee by (boss), optional.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."id" = ?
    public func boss() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["boss"]) }

    /// employee has many employee by (boss).
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."boss" = ?
    public func employeesAsBoss(options: [RelationshipOption] = []) throws -> [Employee] {
        try hasMany(Employee.self, foreignKey: ["boss"], options: options)
    }

    /// employee has many orders by (seller).
    ///
    ///     SELECT … FROM "orders" WHERE "orders"."seller" = ?
    public func ordersAsSeller(options: [RelationshipOption] = []) throws -> [Order] {
        try hasMany(Order.self, foreignKey: ["seller"], options: options)
    }

    /// employee has many orders by (packer).
    ///
    ///     SELECT … FROM "orders" WHERE "orders"."packer" = ?
    public func ordersAsPacker(options: [RelationshipOption] = []) throws -> [Order] {
        try hasMany(Order.self, foreignKey: ["packer"], options: options)
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"id","type":"INTEGER"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":0,"name":"name","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"boss","type":"INT"}],"foreignKeys":[{"columns":["boss"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["id"],"table":"employee"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"employee","primaryKey":["id"],"rowIDColumn":"id","uniqueKeys":[{"columns":["id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
