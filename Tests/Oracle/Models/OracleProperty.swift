import Foundation
import ZIMOrm

/// A property of ``OracleRow`` that can hold a column: all that a program does with it, by name.
struct OracleProperty: Sendable {
    let name: String
    let type: PropertyType
    let column: @Sendable (String) -> Column
    let value: @Sendable (OracleRow) -> SQLValue
    /// Assigns what a value reads as.
    let set: @Sendable (OracleRow, SQLValue) throws -> Void
    let read: @Sendable (OracleRow, Row, Int) throws -> Void
    /// What a value reads as, encoded once more: equal for all spellings of one value.
    let canonical: @Sendable (SQLValue) throws -> SQLValue
    /// Compares what two values read as: negative, 0 or positive; nil where the type has no order.
    let compare: @Sendable (SQLValue, SQLValue) throws -> Int?
    let filter: @Sendable (Step.Comparison, [SQLValue]) throws -> Filter<OracleRow>
    let path: any OraclePath
    /// What a caller gives for a stored value: the same, but of declared forms what it means.
    var given: @Sendable (SQLValue) -> SQLValue = { $0 }
    /// The same property where its column declares a form.
    var formed: @Sendable (StoredForm) -> OracleProperty = { _ in .missing }

    static let all: [String: OracleProperty] = Dictionary(
        uniqueKeysWithValues: list.map { ($0.name, $0) })

    /// The last that reads anything: stands for a name that is none.
    static let missing = make("v15", .any, \.v15)

    // Key paths of plain properties capture nothing.
    private static func make<V: ColumnValue & Equatable & SendableMetatype>(
        _ name: String, _ type: PropertyType, _ path: any ReferenceWritableKeyPath<OracleRow, V> & Sendable,
        order: @escaping @Sendable (V, V) -> Int? = { $0 == $1 ? 0 : nil }
    ) -> OracleProperty {
        var property = plain(name, type, path, order: order)
        let base = property
        property.formed = { form in
            let declared = form.declaration.form
            var formed = OracleProperty(
                name: name, type: type, column: { Column($0, path, as: declared) },
                value: { form.stored(base.value($0)) },
                set: { try base.set($0, form.meaning(of: $1)) },
                read: { $0[keyPath: path] = try $1.get($2, as: declared) },
                canonical: { form.stored(try base.canonical(form.meaning(of: $0))) },
                compare: { try base.compare(form.meaning(of: $0), form.meaning(of: $1)) },
                filter: { try base.filter($0, $1.map(form.meaning)) }, path: base.path)
            formed.given = form.meaning
            return formed
        }
        return property
    }

    private static func plain<V: ColumnValue & Equatable & SendableMetatype>(
        _ name: String, _ type: PropertyType, _ path: any ReferenceWritableKeyPath<OracleRow, V> & Sendable,
        order: @escaping @Sendable (V, V) -> Int?
    ) -> OracleProperty {
        OracleProperty(
            name: name, type: type, column: { Column($0, path) }, value: { $0[keyPath: path].sqlValue },
            set: { $0[keyPath: path] = try V(column: $1) },
            read: { $0[keyPath: path] = try V.read(from: $1, at: $2) },
            canonical: { try V(column: $0).sqlValue },
            compare: { order(try V(column: $0), try V(column: $1)) },
            filter: { comparison, values in
                let values = try values.map { try V(column: $0) }
                return switch comparison {
                case .equal: path == values[0]
                case .notEqual: path != values[0]
                case .less: path < values[0]
                case .lessOrEqual: path <= values[0]
                case .greater: path > values[0]
                case .greaterOrEqual: path >= values[0]
                case .among: .in(path, values)
                case .notAmong: .notIn(path, values)
                case .between: .between(path, values[0], values[1])
                case .isNull: path == (try V(column: .null))
                case .isNotNull: path != (try V(column: .null))
                }
            }, path: TypedPath(path: path))
    }

    /// Compares this property and another one at once with two values, as they are stored.
    func row(_ comparison: Step.Comparison, _ second: OracleProperty, _ values: [SQLValue]) throws -> Filter<OracleRow>
    {
        try path.row(comparison, second.path, [given(values[0]), second.given(values[1])])
    }

    private static func ordered<V: ColumnValue & Comparable & SendableMetatype>(
        _ name: String, _ type: PropertyType, _ path: any ReferenceWritableKeyPath<OracleRow, V?> & Sendable
    ) -> OracleProperty {
        make(name, type, path) { left, right in
            guard let left, let right else { return nil }
            return left < right ? -1 : left == right ? 0 : 1
        }
    }

    private static let list: [OracleProperty] = [
        make("number", .number, \.number),
        make("v0", .any, \.v0), make("v1", .any, \.v1), make("v2", .any, \.v2), make("v3", .any, \.v3),
        make("v4", .any, \.v4), make("v5", .any, \.v5), make("v6", .any, \.v6), make("v7", .any, \.v7),
        make("v8", .any, \.v8), make("v9", .any, \.v9), make("v10", .any, \.v10), make("v11", .any, \.v11),
        make("v12", .any, \.v12), make("v13", .any, \.v13), make("v14", .any, \.v14), missing,
        ordered("int0", .int, \.int0), ordered("int1", .int, \.int1), ordered("int2", .int, \.int2),
        ordered("int3", .int, \.int3),
        text("text0", \.text0), text("text1", \.text1), text("text2", \.text2), text("text3", \.text3),
        ordered("real0", .real, \.real0), ordered("real1", .real, \.real1),
        ordered("date0", .date, \.date0), ordered("date1", .date, \.date1),
        make("uuid0", .uuid, \.uuid0), make("uuid1", .uuid, \.uuid1),
        make("flag0", .flag, \.flag0), make("flag1", .flag, \.flag1),
        make("data0", .data, \.data0), make("data1", .data, \.data1),
        ordered("decimal0", .decimal, \.decimal0), ordered("decimal1", .decimal, \.decimal1),
    ]

    /// Texts are compared by their bytes, as the engines do where no collation says otherwise.
    private static func text(
        _ name: String, _ path: any ReferenceWritableKeyPath<OracleRow, String?> & Sendable
    ) -> OracleProperty {
        make(name, .text, path) { left, right in
            guard let left, let right else { return nil }
            if left.utf8.elementsEqual(right.utf8) { return 0 }
            return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
        }
    }
}

/// The types of properties, and how many a class has of each.
enum PropertyType: String, CaseIterable {
    case number, any, int, text, real, date, uuid, flag, data, decimal

    var names: [String] {
        switch self {
        case .number: ["number"]
        case .any: (0..<16).map { "v\($0)" }
        case .int: (0..<4).map { "int\($0)" }
        case .text: (0..<4).map { "text\($0)" }
        default: (0..<2).map { "\(rawValue)\($0)" }
        }
    }

    /// The type as Swift writes it.
    var swift: String {
        switch self {
        case .number: "Int"
        case .any: "SQLValue"
        case .int: "Int?"
        case .text: "String?"
        case .real: "Double?"
        case .date: "Date?"
        case .uuid: "UUID?"
        case .flag: "Bool?"
        case .data: "Data?"
        case .decimal: "Decimal?"
        }
    }
}
