// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "article"
import Foundation
import ZIMOrm

/// A row of the table `article`.
final class Article: Model, RowDecodable {
    /// `article_no` TEXT, not null, part 2 of the key
    var articleNo: String { didSet { noteChange(0, was: oldValue) } }
    /// `tenant_id` INTEGER, not null, part 1 of the key
    var tenantID: Int { didSet { noteChange(1, was: oldValue) } }
    /// `name` TEXT
    var name: String? { didSet { recordedChanges.insert(2) } }
    /// `price` REAL
    var price: Double? { didSet { recordedChanges.insert(3) } }
    /// `gross` REAL, computed by the database
    var gross: Double? { didSet { recordedChanges.insert(4) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "article" }
    override class var primaryKey: [String] { ["tenant_id", "article_no"] }
    override class var columns: [Column] {
        [
            Column("article_no", \Article.articleNo),
            Column("tenant_id", \Article.tenantID),
            Column("name", \Article.name),
            Column("price", \Article.price),
            Column("gross", \Article.gross),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("tenant", Tenant.self, foreignKey: ["tenant_id"]),
            .hasOne("articlePicture", ArticlePicture.self, foreignKey: ["tenant_id", "article_no"]),
            .hasMany("orderLines", OrderLine.self, foreignKey: ["tenant_id", "article_no"]),
        ]
    }

    required init() {
        articleNo = ""
        tenantID = 0
        super.init()
    }

    init(row: borrowing Row) throws {
        articleNo = try String.read(from: row, at: 0)
        tenantID = try Int.read(from: row, at: 1)
        name = try String?.read(from: row, at: 2)
        price = try Double?.read(from: row, at: 3)
        gross = try Double?.read(from: row, at: 4)
        super.init()
    }
}

extension Article {
    /// article belongs to tenant by (tenant_id); it is always there.
    ///
    ///     SELECT … FROM "tenant" WHERE "tenant"."tenant_id" = ?
    func tenant() throws -> Tenant { try belongsTo(required: Tenant.self, foreignKey: ["tenant_id"]) }

    /// article has one article_picture by (tenant_id, article_no).
    ///
    ///     SELECT … FROM "article_picture" WHERE "article_picture"."tenant_id" = ? AND "article_picture"."article_no" = ? ORDER BY "article_picture"."article_no", "article_picture"."tenant_id" LIMIT ?
    func articlePicture() throws -> ArticlePicture? {
        try hasOne(ArticlePicture.self, foreignKey: ["tenant_id", "article_no"])
    }

    /// article has many order_line by (tenant_id, article_no).
    ///
    ///     SELECT … FROM "order_line" WHERE "order_line"."tenant_id" = ? AND "order_line"."article_no" = ?
    func orderLines(options: [RelationshipOption] = []) throws -> [OrderLine] {
        try hasMany(OrderLine.self, foreignKey: ["tenant_id", "article_no"], options: options)
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":2,"name":"article_no","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":1,"name":"tenant_id","type":"INTEGER"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"name","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"price","type":"REAL"},{"isGenerated":true,"isHidden":true,"isNotNull":false,"keyPlace":0,"name":"gross","type":"REAL"}],"foreignKeys":[{"columns":["tenant_id"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["tenant_id"],"table":"tenant"}],"isStrict":true,"isWithoutRowID":false,"kind":"table","name":"article","primaryKey":["tenant_id","article_no"],"uniqueKeys":[{"columns":["tenant_id","article_no"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
