// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "country"
import Foundation
import ZIMOrm

/// A row of the table `country`.
/// The table has no primary key; this is its first unique one.
final class Country: Model, RowDecodable {
    /// `iso` CHAR(2), not null, the key
    var iso: String { didSet { noteChange(0, was: oldValue) } }
    /// `name` TEXT
    var name: String? { didSet { recordedChanges.insert(1) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "country" }
    override class var primaryKey: [String] { ["iso"] }
    override class var isAutoIncremented: Bool { false }
    override class var columns: [Column] {
        [
            Column("iso", \Country.iso),
            Column("name", \Country.name),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .hasMany("employees", Employee.self, foreignKey: ["country"], references: ["iso"])
        ]
    }

    required init() {
        iso = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        iso = try String.read(from: row, at: 0)
        name = try String?.read(from: row, at: 1)
        super.init()
    }
}

extension Country {
    /// country has many employee by (country) = (iso).
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."country" = ?
    func employees(options: [RelationshipOption] = []) throws -> [Employee] {
        try hasMany(Employee.self, foreignKey: ["country"], references: ["iso"], options: options)
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":0,"name":"iso","type":"CHAR(2)"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"name","type":"TEXT"}],"foreignKeys":[],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"country","primaryKey":[],"uniqueKeys":[{"columns":["iso"],"hasExpression":false,"isPartial":false,"isPrimaryKey":false,"name":"sqlite_autoindex_country_1"}]}
// zim:end
