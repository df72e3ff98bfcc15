import Foundation
import ZIMDb

/// The fields of dates that a column holds in a declared form.
enum FormedDate {
    /// - Parameter format: asked for with each value.
    static func field(_ access: PropertyAccess<Date>, _ format: @escaping () -> DateFormat) -> Field {
        ConvertedField<Date>(
            access, acceptsNull: false, decode: { try format().decodeStrictly($0) },
            encode: { try format().wholeValue(of: $0) }, form: .date(format()), take: { try format().decode($0) },
            onServer: { type in
                guard format().isClock(in: type) else { return ValueField(access) }
                return ConvertedField<Date>(
                    access, acceptsNull: false, decode: { try format().decode($0) },
                    encode: { format().clockValue(of: $0, in: type) }, form: .date(format()))
            })
    }

    /// The same for a property that may be nil.
    static func field(_ access: PropertyAccess<Date?>, _ format: @escaping () -> DateFormat) -> Field {
        ConvertedField<Date?>(
            access, acceptsNull: true, decode: { $0.isNull ? nil : try format().decodeStrictly($0) },
            encode: { try $0.map { try format().wholeValue(of: $0) } ?? .null }, form: .date(format()),
            take: { $0.isNull ? nil : try format().decode($0) },
            onServer: { type in
                guard format().isClock(in: type) else { return ValueField(access) }
                return ConvertedField<Date?>(
                    access, acceptsNull: true, decode: { $0.isNull ? nil : try format().decode($0) },
                    encode: { $0.map { format().clockValue(of: $0, in: type) } ?? .null }, form: .date(format()))
            })
    }
}

extension DateFormat {
    /// The date that a stored value stands for, in any form that can be read.
    fileprivate func decode(_ value: SQLValue) throws -> Date {
        guard let date = date(from: value) else {
            throw ValueMismatch(value: value, type: "Date", reason: "is in no known date format")
        }
        return date
    }

    /// The same, where it must be in this form.
    fileprivate func decodeStrictly(_ value: SQLValue) throws -> Date {
        let date = try decode(value)
        guard isForm(of: value, date) else { throw ColumnForm.date(self).otherForm(value) }
        return date
    }
}

extension Mapping {
    /// The mapping for a server's table: a column of a server's own type for dates has the form of that type, whatever
    /// the class declares for columns of text and numbers.
    ///
    /// - Parameter server: what its types mean.
    /// - Returns: nil if there is no such column.
    func onServer(_ table: TableSchema, _ server: any ServerTypes) -> Mapping? {
        var fields: [Int: Field] = [:]
        var types: [Int: String] = [:]
        for (index, column) in columns.enumerated() {
            guard let described = table.column(column.name) else { continue }
            let type = described.listType ?? ""
            var field = column.field.onServer(server.dateType(listType: type, declared: described.type))
            let declared = described.baseType ?? described.type
            let held = server.held(listType: type, declared: declared)
            if field == nil {
                field = column.field.converted(FormConversion(held, declared: declared))
            }
            // A UUID has two forms, and only one of them is bytes.
            if server.fitsValues || held == .bytes {
                field = (field ?? column.field).fitted(to: held, by: server) ?? field
            }
            guard let field else { continue }
            fields[index] = field
            // The type's own name decides as well.
            types[index] = type + " " + described.type
        }
        return replacing(fields, types)
    }

    /// The mapping for a table of SQLite whose columns convert what their forms write.
    ///
    /// - Returns: nil if there is no such column.
    func converting(_ affinity: (_ position: Int) throws -> ColumnAffinity?) rethrows -> Mapping? {
        var fields: [Int: Field] = [:]
        var types: [Int: String] = [:]
        for (index, column) in columns.enumerated() where column.field.mayDifferOnTable {
            guard column.field.form?.mayBeConverted == true, let conversion = FormConversion(try affinity(index)),
                let field = column.field.converted(conversion)
            else { continue }
            fields[index] = field
            types[index] = "\(conversion)"
        }
        return replacing(fields, types)
    }

    private func replacing(_ fields: [Int: Field], _ types: [Int: String]) -> Mapping? {
        if fields.isEmpty { return nil }
        return served.withLock { served in
            if let known = served[types] { return known }
            let columns = columns.enumerated().map { index, column in
                MappedColumn(
                    name: column.name, property: column.property, field: fields[index] ?? column.field,
                    keyPath: column.keyPath, options: column.options)
            }
            let made = Mapping(
                type: type, table: self.table, schema: schema, columns: columns, key: key, dataSource: dataSource,
                isAutoIncremented: isAutoIncremented, isSaveable: isSaveable, relationships: relationships,
                lock: lock, of: self)
            served[types] = made
            return made
        }
    }
}
