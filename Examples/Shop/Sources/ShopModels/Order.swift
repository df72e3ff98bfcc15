// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "orders"
import Foundation
import ZIMOrm

/// A row of the table `orders`.
public final class Order: Model, RowDecodable {
    /// `number` INT, not null, part 2 of the key
    public var number: Int { didSet { noteChange(0, was: oldValue) } }
    /// `year` INT, not null, part 1 of the key
    public var year: Int { didSet { noteChange(1, was: oldValue) } }
    /// `seller` INT
    public var sellerID: Int? { didSet { recordedChanges.insert(2) } }
    /// `packer` INT
    public var packerID: Int? { didSet { recordedChanges.insert(3) } }
    /// `placed` DATETIME, not null
    public var placed: String { didSet { recordedChanges.insert(4) } }
    private var recordedChanges = ColumnChanges()
    public override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    public override class var table: String { "orders" }
    public override class var primaryKey: [String] { ["year", "number"] }
    public override class var columns: [Column] {
        [
            Column("number", \Order.number),
            Column("year", \Order.year),
            Column("seller", \Order.sellerID),
            Column("packer", \Order.packerID),
            Column("placed", \Order.placed),
        ]
    }
    public override class var relationships: [Relationship] {
        [
            .belongsTo("seller", Employee.self, foreignKey: ["seller"]),
            .belongsTo("packer", Employee.self, foreignKey: ["packer"]),
            .hasMany("orderLines", OrderLine.self, foreignKey: ["o_year", "o_number"]),
        ]
    }

    public required init() {
        number = 0
        year = 0
        placed = ""
        super.init()
    }

    public init(row: borrowing Row) throws {
        number = try Int.read(from: row, at: 0)
        year = try Int.read(from: row, at: 1)
        sellerID = try Int?.read(from: row, at: 2)
        packerID = try Int?.read(from: row, at: 3)
        placed = try String.read(from: row, at: 4)
        super.init()
    }
}

extension Order {
    /// orders belongs to employee by (seller), optional.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."id" = ?
    public func seller() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["seller"]) }

    /// orders belongs to employee by (packer), optional.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."id" = ?
    public func packer() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["packer"]) }

    /// orders has many order_line by (o_year, o_number).
    ///
    ///     SELECT … FROM "order_line" WHERE "order_line"."o_year" = ? AND "order_line"."o_number" = ?
    public func orderLines(options: [RelationshipOption] = []) throws -> [OrderLine] {
        try hasMany(OrderLine.self, foreignKey: ["o_year", "o_number"], options: options)
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":2,"name":"number","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":1,"name":"year","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"seller","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"packer","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":0,"name":"placed","type":"DATETIME"}],"foreignKeys":[{"columns":["seller"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["id"],"table":"employee"},{"columns":["packer"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["id"],"table":"employee"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"orders","primaryKey":["year","number"],"uniqueKeys":[{"columns":["year","number"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
