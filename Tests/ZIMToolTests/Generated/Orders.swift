// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "orders"
import Foundation
import ZIMOrm

/// A row of the table `orders`.
final class Orders: Model, RowDecodable {
    /// `number` INT, not null, part 3 of the key
    var number: Int { didSet { noteChange(0, was: oldValue) } }
    /// `year` INT, not null, part 2 of the key
    var year: Int { didSet { noteChange(1, was: oldValue) } }
    /// `tenant_id` INT, not null, part 1 of the key
    var tenantID: Int { didSet { noteChange(2, was: oldValue) } }
    /// `seller` INT
    var sellerID: Int? { didSet { recordedChanges.insert(3) } }
    /// `packer` INT
    var packerID: Int? { didSet { recordedChanges.insert(4) } }
    /// `placed` DATETIME, not null
    var placed: Date { didSet { recordedChanges.insert(5) } }
    /// `note` TEXT
    var note: String? { didSet { recordedChanges.insert(6) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "orders" }
    override class var primaryKey: [String] { ["tenant_id", "year", "number"] }
    override class var columns: [Column] {
        [
            Column("number", \Orders.number),
            Column("year", \Orders.year),
            Column("tenant_id", \Orders.tenantID),
            Column("seller", \Orders.sellerID),
            Column("packer", \Orders.packerID),
            Column("placed", \Orders.placed, as: .date(.dateTime)),
            Column("note", \Orders.note),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("tenant", Tenant.self, foreignKey: ["tenant_id"]),
            .belongsTo("seller", Employee.self, foreignKey: ["seller"]),
            .belongsTo("packer", Employee.self, foreignKey: ["packer"]),
            .hasOne("label", Label.self, foreignKey: ["tenant_id", "order_year", "order_number"]),
            .hasMany("orderLines", OrderLine.self, foreignKey: ["tenant_id", "o_year", "o_number"]),
        ]
    }

    required init() {
        number = 0
        year = 0
        tenantID = 0
        placed = Date()
        note = "none"
        super.init()
    }

    init(row: borrowing Row) throws {
        number = try Int.read(from: row, at: 0)
        year = try Int.read(from: row, at: 1)
        tenantID = try Int.read(from: row, at: 2)
        sellerID = try Int?.read(from: row, at: 3)
        packerID = try Int?.read(from: row, at: 4)
        placed = try row.get(5, date: .dateTime)
        note = try String?.read(from: row, at: 6)
        super.init()
    }
}

extension Orders {
    /// orders belongs to tenant by (tenant_id); it is always there.
    ///
    ///     SELECT … FROM "tenant" WHERE "tenant"."tenant_id" = ?
    func tenant() throws -> Tenant { try belongsTo(required: Tenant.self, foreignKey: ["tenant_id"]) }

    /// orders belongs to employee by (seller), optional.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."employee_id" = ?
    func seller() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["seller"]) }

    /// orders belongs to employee by (packer), optional.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."employee_id" = ?
    func packer() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["packer"]) }

    /// orders has one label by (tenant_id, order_year, order_number).
    ///
    ///     SELECT … FROM "label" WHERE "label"."tenant_id" = ? AND "label"."order_year" = ? AND "label"."order_number" = ? ORDER BY "label"."order_number", "label"."order_year", "label"."tenant_id", "label"."text" LIMIT ?
    func label() throws -> Label? { try hasOne(Label.self, foreignKey: ["tenant_id", "order_year", "order_number"]) }

    /// orders has many order_line by (tenant_id, o_year, o_number).
    ///
    ///     SELECT … FROM "order_line" WHERE "order_line"."tenant_id" = ? AND "order_line"."o_year" = ? AND "order_line"."o_number" = ?
    func orderLines(options: [RelationshipOption] = []) throws -> [OrderLine] {
        try hasMany(OrderLine.self, foreignKey: ["tenant_id", "o_year", "o_number"], options: options)
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":3,"name":"number","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":2,"name":"year","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":1,"name":"tenant_id","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"seller","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"packer","type":"INT"},{"defaultValue":"CURRENT_TIMESTAMP","isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":0,"name":"placed","type":"DATETIME"},{"defaultValue":"'none'","isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"note","type":"TEXT"}],"foreignKeys":[{"columns":["tenant_id"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["tenant_id"],"table":"tenant"},{"columns":["seller"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["employee_id"],"table":"employee"},{"columns":["packer"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["employee_id"],"table":"employee"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"orders","primaryKey":["tenant_id","year","number"],"uniqueKeys":[{"columns":["tenant_id","year","number"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
