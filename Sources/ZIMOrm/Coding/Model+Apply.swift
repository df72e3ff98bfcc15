public import Foundation
import ZIMDb

extension Model {
    /// Sets properties from a JSON object, as far as they are allowed to change.
    ///
    /// ```swift
    /// try order.apply(json: Data(#"{"customer":"Ada","discount":12.50}"#.utf8), allowing: ["customer", "discount"])
    /// try order.save()
    /// // UPDATE "orders" SET "customer" = ?, "discount" = ? WHERE "year" = ? AND "number" = ?
    /// ```
    ///
    /// A value must have the type of the property: text is not accepted for a number, nor 1 for a `Bool`. Dates are texts in a
    /// format that the column reads, such as ISO 8601. `Data` is base64, and so are the bytes of an `SQLValue`, as
    /// `{"base64": "AQI="}`. Numbers keep all their digits. `null` sets nil. After an error the model is unchanged.
    ///
    /// - Parameters:
    ///   - json: a JSON object with the names of properties or columns; a property goes before a column of the same name.
    ///   - allowed: the properties or columns that may be set, told apart in the same way.
    /// - Returns: the names of the columns whose value is different now.
    /// - Throws: ``ModelError`` with code unknownColumn for a name that does not exist or is not allowed, value for a value that
    ///   the property cannot hold and for data that is not a JSON object.
    @discardableResult
    public final func apply(json: Data, allowing allowed: [String]) throws -> [String] {
        restoreAfterRollback()
        let mapping = try currentMapping()
        let positions = Set(
            try allowed.flatMap {
                mapping.dividedProperties.contains($0) ? mapping.positions(of: $0) : [try mapping.index(inJSON: $0)]
            })
        let object: [String: JSONText]
        do { object = try JSONDecoder().decode([String: JSONText].self, from: json) } catch {
            if let name = Self.member(of: error) {
                let position = try mapping.index(inJSON: name)
                throw ModelError(
                    .value,
                    "\"\(mapping.table)\".\"\(name)\": what was given cannot be read: a number beyond 64 bits, or half a character",
                    table: mapping.table, column: mapping.columns[position].name)
            }
            throw ModelError(.value, "the changes of \"\(mapping.table)\" are no JSON object", table: mapping.table)
        }
        if let number = JSONNumbers.beyondDecimal(in: json) {
            // A Double takes the nearest of any number.
            let isRounded = try object.contains { name, value in
                let field = mapping.columns[try mapping.index(inJSON: name)].field
                return value.mayBeRounded && !(field.propertyType is any BinaryFloatingPoint.Type)
            }
            guard !isRounded else {
                throw ModelError(
                    .value, "the changes of \"\(mapping.table)\": \(number) has more than 38 digits",
                    table: mapping.table)
            }
        }
        var given: [Int: JSONText] = [:]
        var listed: [Int] = []
        for (name, value) in object.sorted(by: { $0.key < $1.key }) {
            let position = try mapping.index(inJSON: name)
            guard positions.contains(position) else {
                throw ModelError(
                    .unknownColumn, "\"\(mapping.table)\".\"\(name)\" may not be changed here", table: mapping.table,
                    column: mapping.columns[position].name,
                    hint: "Allowed: \(positions.sorted().map { mapping.columns[$0].name }.joined(separator: ", "))")
            }
            guard given.updateValue(value, forKey: position) == nil else {
                throw ModelError(
                    .value, "\"\(mapping.table)\".\"\(mapping.columns[position].name)\" is given twice",
                    table: mapping.table,
                    column: mapping.columns[position].name)
            }
            listed.append(position)
        }
        try requireWhole(given, mapping)
        // Read into another model first: after a value that does not fit nothing has changed.
        let scratch = mapping.type.init()
        for position in listed.sorted() {
            if let value = given[position] { try assign(value, to: position, of: scratch, mapping) }
        }
        let changes = try listed.map { (position: $0, stored: try mapping.columns[$0].value(of: scratch)) }
        // All before the first is set: a property may be held in several of them.
        let different = changes.filter { index, stored in
            // What the property holds so far need not be what its column can.
            let before = try? mapping.columns[index].value(of: self)
            return before?.isIdentical(to: stored) != true
        }
        var changed: [String] = []
        for (index, _) in different {
            let former: SQLValue? = columnChanges == nil ? SQLValue?.none : try? mapping.value(index, of: self)
            mapping.columns[index].field.copy(from: scratch, to: self)
            if let former { noteChange(index, was: former) } else { noteChange(index) }
            changed.append(mapping.columns[index].name)
        }
        return changed
    }

    /// The member of an object that an error is about; nil where it is about the object.
    private static func member(of error: any Error) -> String? {
        switch error {
        case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context):
            context.codingPath.first?.stringValue
        default: nil
        }
    }

    /// A property that is held in several columns is set as a whole.
    private func requireWhole(_ given: [Int: JSONText], _ mapping: Mapping) throws {
        for property in mapping.dividedProperties.sorted() {
            let parts = mapping.columns.indices.filter { mapping.columns[$0].property == property }
            guard let known = parts.first(where: { given[$0] != nil }),
                let missing = parts.first(where: { given[$0] == nil })
            else { continue }
            let names = (mapping.columns[known].name, mapping.columns[missing].name)
            throw ModelError(
                .value,
                "\"\(mapping.table)\".\"\(names.0)\" is given without \"\(names.1)\", which \"\(property)\" is held in, too",
                table: mapping.table, column: names.1,
                hint: "Give all of (\(parts.map { mapping.columns[$0].name }.joined(separator: ", ")))")
        }
    }

    private func assign(_ value: JSONText, to position: Int, of model: Model, _ mapping: Mapping) throws {
        let column = mapping.columns[position]
        let closed = try JSONColumn.$takesDateTexts.withValue(true) {
            try mapping.naming(position) { try column.field.encoded(json: value) }
        }
        if let closed { return try mapping.assign(closed, to: position, of: model) }
        guard let type = column.typeInJSON, let stored = try value.value(for: type) else {
            throw ModelError(
                .value,
                "\"\(mapping.table)\".\"\(column.name)\": \(value.kind(for: column.typeInJSON)) was given, which \(column.field.typeName) cannot hold",
                table: mapping.table, column: column.name)
        }
        if stored.isNull, !column.field.acceptsNull {
            throw ModelError(
                .value,
                "\"\(mapping.table)\".\"\(column.name)\": null was given, which \(column.field.typeName) cannot hold",
                table: mapping.table, column: column.name, value: .null)
        }
        let written = try JSONColumn.$takesDateTexts.withValue(true) {
            try mapping.normalized([stored], for: [position], areGiven: true)
        }
        try mapping.assign(written[0], to: position, of: model)
    }
}
