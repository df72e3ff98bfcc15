import Foundation
import ZIMDb

/// A type of properties that hold dates.
protocol DateProperty: ColumnValue {
    /// - Parameter date: nil for NULL.
    /// - Throws: `ValueMismatch` for nil where the type has none.
    init(date: Date?) throws
    /// The date that it holds; nil for none.
    var date: Date? { get }
}

extension Date: DateProperty {
    init(date: Date?) throws {
        guard let date else { throw ValueMismatch(value: .null, type: "Date") }
        self = date
    }
    var date: Date? { self }
}

extension NSDate: DateProperty {
    var date: Date? { Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate) }
}

extension DateProperty where Self: NSDate {
    init(date: Date?) throws {
        let date = try Date(date: date)
        // Of another subclass there is no object to give.
        guard let object = NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate) as? Self else {
            throw ValueMismatch(value: date.sqlValue, type: "\(Self.self)")
        }
        self = object
    }
}

extension Optional: DateProperty where Wrapped: DateProperty {
    init(date: Date?) throws { self = try date.map { try Wrapped(date: $0) } }
    var date: Date? { flatMap(\.date) }
}

/// A field of a property that holds dates.
protocol DateField: Field {
    /// The field for a column in a declared form.
    ///
    /// - Parameter format: asked for with each value.
    func formed(_ format: @escaping () -> DateFormat) -> Field
}

extension ValueField: DateField where Value: DateProperty {
    func formed(_ format: @escaping () -> DateFormat) -> Field { FormedDate.field(access, format) }
}

/// The fields of dates that a column holds in a declared form.
enum FormedDate {
    /// - Parameter format: asked for with each value.
    static func field<Value: DateProperty>(
        _ access: PropertyAccess<Value>, _ format: @escaping () -> DateFormat
    ) -> Field {
        /// NULL is for the type to take or not.
        func value(_ stored: SQLValue, _ decode: (SQLValue) throws -> Date) throws -> Value {
            try Value(date: stored.isNull && Value.acceptsNull ? nil : decode(stored))
        }
        return ConvertedField<Value>(
            access, acceptsNull: Value.acceptsNull, decode: { try value($0) { try format().decodeStrictly($0) } },
            encode: { try $0.date.map { try format().wholeValue(of: $0) } ?? .null }, form: .date(format()),
            take: { try value($0) { try format().decode($0) } },
            onServer: { type in
                guard format().isClock(in: type) else { return ValueField(access) }
                return ConvertedField<Value>(
                    access, acceptsNull: Value.acceptsNull, decode: { try value($0) { try format().decode($0) } },
                    encode: { $0.date.map { format().clockValue(of: $0, in: type) } ?? .null }, form: .date(format()))
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
            let columns = columns.enumerated().map { index, column in fields[index].map(column.with) ?? column }
            let made = Mapping(
                type: type, table: self.table, schema: schema, columns: columns, key: key, dataSource: dataSource,
                isAutoIncremented: isAutoIncremented, isSaveable: isSaveable, relationships: relationships,
                lock: lock, of: self)
            served[types] = made
            return made
        }
    }
}
