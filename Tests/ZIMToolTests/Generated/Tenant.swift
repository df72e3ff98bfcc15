// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "tenant"
import Foundation
import ZIMOrm

/// A row of the table `tenant`.
final class Tenant: Model, RowDecodable {
    /// `tenant_id` INTEGER, the key
    var tenantID: Int? { didSet { noteChange(0, was: oldValue) } }
    /// `name` VARCHAR(20), not null
    var name: String { didSet { recordedChanges.insert(1) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "tenant" }
    override class var primaryKey: [String] { ["tenant_id"] }
    override class var columns: [Column] {
        [
            Column("tenant_id", \Tenant.tenantID),
            Column("name", \Tenant.name),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .hasMany("articles", Article.self, foreignKey: ["tenant_id"]),
            .hasMany("orders", Orders.self, foreignKey: ["tenant_id"]),
        ]
    }

    required init() {
        name = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        tenantID = try Int?.read(from: row, at: 0)
        name = try String.read(from: row, at: 1)
        super.init()
    }
}

extension Tenant {
    /// tenant has many article by (tenant_id).
    ///
    ///     SELECT … FROM "article" WHERE "article"."tenant_id" = ?
    func articles(options: [RelationshipOption] = []) throws -> [Article] {
        try hasMany(Article.self, foreignKey: ["tenant_id"], options: options)
    }

    /// tenant has many orders by (tenant_id).
    ///
    ///     SELECT … FROM "orders" WHERE "orders"."tenant_id" = ?
    func orders(options: [RelationshipOption] = []) throws -> [Orders] {
        try hasMany(Orders.self, foreignKey: ["tenant_id"], options: options)
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"tenant_id","type":"INTEGER"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":0,"name":"name","type":"VARCHAR(20)"}],"foreignKeys":[],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"tenant","primaryKey":["tenant_id"],"rowIDColumn":"tenant_id","uniqueKeys":[{"columns":["tenant_id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
