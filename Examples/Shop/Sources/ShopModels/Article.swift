// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "article"
import Foundation
import ZIMOrm

/// A row of the table `article`.
public final class Article: Model, RowDecodable {
    /// `article_no` TEXT, not null, the key
    public var articleNo: String { didSet { noteChange(0, was: oldValue) } }
    /// `name` TEXT, not null
    public var name: String { didSet { recordedChanges.insert(1) } }
    /// `price` DECIMAL(8, 2)
    public var price: Decimal? { didSet { recordedChanges.insert(2) } }
    private var recordedChanges = ColumnChanges()
    public override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    public override class var table: String { "article" }
    public override class var primaryKey: [String] { ["article_no"] }
    public override class var isAutoIncremented: Bool { false }
    public override class var columns: [Column] {
        [
            Column("article_no", \Article.articleNo),
            Column("name", \Article.name),
            Column("price", \Article.price),
        ]
    }
    public override class var relationships: [Relationship] {
        [
            .hasMany("orderLines", OrderLine.self, foreignKey: ["article_no"])
        ]
    }

    public required init() {
        articleNo = ""
        name = ""
        super.init()
    }

    public init(row: borrowing Row) throws {
        articleNo = try String.read(from: row, at: 0)
        name = try String.read(from: row, at: 1)
        price = try Decimal?.read(from: row, at: 2)
        super.init()
    }
}

extension Article {
    /// article has many order_line by (article_no), not declared.
    ///
    ///     SELECT … FROM "order_line" WHERE "order_line"."article_no" = ?
    public func orderLines(options: [RelationshipOption] = []) throws -> [OrderLine] {
        try hasMany(OrderLine.self, foreignKey: ["article_no"], options: options)
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":1,"name":"article_no","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":0,"name":"name","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"price","type":"DECIMAL(8, 2)"}],"foreignKeys":[],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"article","primaryKey":["article_no"],"uniqueKeys":[{"columns":["article_no"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
