import Foundation
import ZIMOrm

/// A row of any table: what its properties mean, the case says that runs.
class OracleRow: Model {
    var number = 0
    var v0 = SQLValue.null
    var v1 = SQLValue.null
    var v2 = SQLValue.null
    var v3 = SQLValue.null
    var v4 = SQLValue.null
    var v5 = SQLValue.null
    var v6 = SQLValue.null
    var v7 = SQLValue.null
    var v8 = SQLValue.null
    var v9 = SQLValue.null
    var v10 = SQLValue.null
    var v11 = SQLValue.null
    var v12 = SQLValue.null
    var v13 = SQLValue.null
    var v14 = SQLValue.null
    var v15 = SQLValue.null
    var int0: Int?
    var int1: Int?
    var int2: Int?
    var int3: Int?
    var text0: String?
    var text1: String?
    var text2: String?
    var text3: String?
    var real0: Double?
    var real1: Double?
    var date0: Date?
    var date1: Date?
    var uuid0: UUID?
    var uuid1: UUID?
    var flag0: Bool?
    var flag1: Bool?
    var data0: Data?
    var data1: Data?
    var decimal0: Decimal?
    var decimal1: Decimal?

    /// Which of the case's tables the class stands for.
    class var position: Int { 0 }
    private static var layout: TableLayout? { TableLayout.at(position) }

    override class var table: String { layout?.table ?? "" }
    override class var primaryKey: [String] { layout?.key ?? [] }
    override class var isAutoIncremented: Bool { false }
    override class var dataSource: String { "oracle" }
    override class var relationships: [Relationship] { layout?.relationships ?? [] }
    override class var defaultFilter: DefaultFilter? {
        guard layout?.hidesRows == true else { return nil }
        return DefaultFilter(\OracleRow.number < RowSpec.firstHidden)
    }
    override class var locking: Locking { layout?.lock ?? .none }
    override class var columns: [Column] {
        guard let layout, layout.form != .reflected else { return [] }
        return layout.parts.compactMap { $0.accessor?.column($0.column) }
    }
    override class var forms: [String: ColumnForm] {
        guard let layout, layout.form == .reflected else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: layout.parts.compactMap { part in
                part.form.map { (part.column, $0.declaration.form) }
            })
    }
    override class var ignoredProperties: Set<String> {
        Set(OracleProperty.all.keys).subtracting(layout?.parts.map(\.property) ?? [])
    }

    /// The class of a position among the tables.
    static func type(at position: Int, form: MappingForm) -> OracleRow.Type {
        let plain: [OracleRow.Type] = [Row0.self, Row1.self, Row2.self, Row3.self, Row4.self, Row5.self]
        let generated: [OracleRow.Type] = [
            GeneratedRow0.self, GeneratedRow1.self, GeneratedRow2.self, GeneratedRow3.self, GeneratedRow4.self,
            GeneratedRow5.self,
        ]
        return (form == .generated ? generated : plain)[position]
    }
}

final class Row0: OracleRow {}
final class Row1: OracleRow { override class var position: Int { 1 } }
final class Row2: OracleRow { override class var position: Int { 2 } }
final class Row3: OracleRow { override class var position: Int { 3 } }
final class Row4: OracleRow { override class var position: Int { 4 } }
final class Row5: OracleRow { override class var position: Int { 5 } }
