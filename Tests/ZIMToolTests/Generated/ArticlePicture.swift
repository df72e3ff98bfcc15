// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "article_picture"
import Foundation
import ZIMOrm

/// A row of the table `article_picture`.
final class ArticlePicture: Model, RowDecodable {
    /// `tenant_id` INT, not null, part 2 of the key
    var tenantID: Int { didSet { noteChange(0, was: oldValue) } }
    /// `article_no` TEXT, not null, part 1 of the key
    var articleNo: String { didSet { noteChange(1, was: oldValue) } }
    /// `picture` BLOB
    var picture: Data? { didSet { recordedChanges.insert(2) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "article_picture" }
    override class var primaryKey: [String] { ["article_no", "tenant_id"] }
    override class var columns: [Column] {
        [
            Column("tenant_id", \ArticlePicture.tenantID),
            Column("article_no", \ArticlePicture.articleNo),
            Column("picture", \ArticlePicture.picture),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("article", Article.self, foreignKey: ["tenant_id", "article_no"])
        ]
    }

    required init() {
        tenantID = 0
        articleNo = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        tenantID = try Int.read(from: row, at: 0)
        articleNo = try String.read(from: row, at: 1)
        picture = try Data?.read(from: row, at: 2)
        super.init()
    }
}

extension ArticlePicture {
    /// article_picture belongs to article by (tenant_id, article_no); it is always there.
    ///
    ///     SELECT … FROM "article" WHERE "article"."tenant_id" = ? AND "article"."article_no" = ?
    func article() throws -> Article { try belongsTo(required: Article.self, foreignKey: ["tenant_id", "article_no"]) }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":2,"name":"tenant_id","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":1,"name":"article_no","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"picture","type":"BLOB"}],"foreignKeys":[{"columns":["tenant_id","article_no"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["tenant_id","article_no"],"table":"article"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"article_picture","primaryKey":["article_no","tenant_id"],"uniqueKeys":[{"columns":["article_no","tenant_id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
