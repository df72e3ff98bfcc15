import Foundation
import ZIMDb

/// Conditions over values that a caller gives: each finds every row whose property reads as equal.
extension TablePlan {
    /// `"id" = ?`, or `"id" IN (?, ?, ?)` where the column may hold the value in several spellings.
    ///
    /// - Parameters:
    ///   - column: the column as the statement names it.
    ///   - value: nil if the property has no such value; then it is compared as it is.
    /// - Throws: ``ModelError`` with code formMissing if no condition finds them all by an index; value.
    func condition(
        _ column: SQLExpression, _ operation: SQLOperator, _ value: SQLValue, at position: Int, in session: Session
    ) throws -> SQLExpression {
        if value.isNull { return .binary(column, operation, .value(value)) }
        let match = try match(position, in: session)
        let stored = try given(value, at: position, in: session)
        switch operation {
        case .equalTo, .notEqualTo, .is, .isNot:
            let isEqual = operation == .equalTo || operation == .is
            let stored = mapping.columns[position].field.lookupValue(value, stored: stored)
            switch match {
            case .exact, .unordered, .numbersAsText:
                return try compared(column, operation, stored, at: position, in: session)
            case .spellings(let spellings):
                let list = spellings.all(of: stored)
                if let kinds = spellings.kinds(of: stored) {
                    let found = column.isIn(list.map { SQLExpression.value($0) }) && Self.isKept(column, as: kinds)
                    return isEqual ? found : !found
                }
                if list.count == 1 { return try compared(column, operation, list[0], at: position, in: session) }
                // No row holds it; of NULL nothing is known, as in SQL, also where somebody negates this.
                if list.isEmpty { return .binary(column, isEqual ? .notEqualTo : .equalTo, column) }
                let values = list.map { SQLExpression.value($0) }
                return isEqual ? column.isIn(values) : column.isNotIn(values)
            case .range(let range): return try range.range(of: stored).condition(column, operation)
            case .undeclared: throw formMissing(position, "found by a value", in: session)
            }
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            let operation = coarsened(operation, value, stored, at: position)
            if case .numbersAsText = match {
                return .binary(column.cast(as: .double), operation, ofText(stored, at: position, in: session))
            }
            guard match.isOrdered else { throw formMissing(position, "compared by their order", in: session) }
            guard case .range(let range) = match else {
                return try compared(column, operation, stored, at: position, in: session)
            }
            return try range.range(of: stored).condition(column, operation)
        default: return .binary(column, operation, .value(stored))
        }
    }

    /// The same for a number that the property cannot have: no `Int` is 2.5, but rows lie above and below it.
    ///
    /// - Throws: ``ModelError`` with code formMissing where the column does not order its values as numbers.
    func condition(
        _ column: SQLExpression, _ operation: SQLOperator, beside number: SQLValue, at position: Int,
        in session: Session
    ) throws -> SQLExpression {
        let match = try match(position, in: session)
        switch operation {
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            if case .numbersAsText = match { return .binary(column.cast(as: .double), operation, .value(number)) }
            guard match.isOrdered else { throw formMissing(position, "compared by their order", in: session) }
        default:
            if case .undeclared = match { throw formMissing(position, "found by a value", in: session) }
            // The column may hold texts, which the number is none of.
            guard match.isOrdered else {
                switch operation {
                case .is: return .any([])
                case .isNot: return .all([])
                default: return .binary(column, operation == .equalTo ? .notEqualTo : .equalTo, column)
                }
            }
        }
        return try compared(column, operation, number, at: position, in: session)
    }

    /// A comparison with a value as the column would hold it.
    private func compared(
        _ column: SQLExpression, _ operation: SQLOperator, _ value: SQLValue, at position: Int, in session: Session
    ) throws -> SQLExpression {
        let (column, value) = try beside(column, value, at: position, in: session)
        return .binary(column, operation, value)
    }

    /// How many values are a parameter each. SQLite takes 32,766 of them, PostgreSQL and MySQL 65,535.
    private static let mostParameters = 500

    /// `"id" IN (?, ?)`, or one parameter for many; a nil in the list finds NULL.
    ///
    /// - Parameters:
    ///   - negated: whether the condition is NOT IN.
    ///   - isBehindNot: whether somebody negates the condition.
    func isIn(
        _ column: SQLExpression, _ values: [SQLValue], negated: Bool = false, isBehindNot: Bool = false, at index: Int,
        in session: Session
    ) throws -> SQLExpression {
        let given = values.filter { !$0.isNull }
        var list: [SQLValue] = []
        let match = try match(index, in: session)
        let lists = try lists(index, in: session)
        if match.isListed, lists != .none, given.count > Self.mostParameters {
            let rows = given.map { [$0] }
            let found = try isIn([column], rows, at: [index], negated: negated || isBehindNot, in: session)
            guard given.count < values.count else { return negated ? !found : found }
            return negated ? !found && column.isNotNull : found || column.isNull
        }
        switch match {
        case .range(let range):
            let only = try given.compactMap { try range.range(of: self.given($0, at: index, in: session)).only }
            guard only.count == given.count else {
                return try isAny(column, values, negated: negated, at: index, in: session)
            }
            list = only
        case .undeclared where !given.isEmpty: throw formMissing(index, "found by a value", in: session)
        case .spellings(let spellings):
            let stored = try given.map { try self.given($0, at: index, in: session) }
            if stored.contains(where: { spellings.kinds(of: $0) != nil }) {
                return try isAny(column, values, negated: negated, at: index, in: session)
            }
            list = stored.flatMap { spellings.all(of: $0) }
            if list.isEmpty, !given.isEmpty {
                return try isAny(column, values, negated: negated, at: index, in: session)
            }
        case .exact, .unordered, .numbersAsText, .undeclared:
            let field = mapping.columns[index].field
            list = try given.map { field.lookupValue($0, stored: try self.given($0, at: index, in: session)) }
        }
        if lists != .all {
            return try isAny(column, values, negated: negated, at: index, in: session)
        }
        let items = try list.map { try beside(column, $0, at: index, in: session).value }
        // `IN (NULL)` finds nothing, and `NOT IN (…, NULL)` nothing at all.
        guard given.count < values.count else {
            return negated ? column.isNotIn(items) : column.isIn(items)
        }
        return negated ? column.isNotIn(items) && column.isNotNull : column.isIn(items) || column.isNull
    }

    /// `"id" = ? OR "id" BETWEEN ? AND ?`: where one value is not one parameter.
    private func isAny(
        _ column: SQLExpression, _ values: [SQLValue], negated: Bool, at position: Int, in session: Session
    ) throws -> SQLExpression {
        let ways = try values.map {
            $0.isNull ? column.isNull : try condition(column, .equalTo, $0, at: position, in: session)
        }
        return negated ? !SQLExpression.any(ways) : .any(ways)
    }

    /// `typeof("id") IN ('null', 'text', 'integer')`: 7 and 7.0 are one number to SQL, and two texts. Of NULL it leaves open
    /// what the other condition leaves open, also where somebody negates them.
    private static func isKept(_ column: SQLExpression, as kinds: [String]) -> SQLExpression {
        SQLExpression.function("typeof", column).isIn((["null"] + kinds).map { .value($0) })
    }

    /// `"id" BETWEEN ? AND ?`
    func between(
        _ column: SQLExpression, _ low: SQLValue, _ high: SQLValue, at position: Int, in session: Session
    ) throws -> SQLExpression {
        let match = try match(position, in: session)
        let isText = if case .numbersAsText = match { true } else { false }
        if !isText, !match.isOrdered { throw formMissing(position, "compared by their order", in: session) }
        let given = (low: low, high: high)
        let low = try self.given(low, at: position, in: session)
        let high = try self.given(high, at: position, in: session)
        if coarsened(.greaterThanOrEqualTo, given.low, low, at: position) != .greaterThanOrEqualTo
            || coarsened(.lessThanOrEqualTo, given.high, high, at: position) != .lessThanOrEqualTo
        {
            return try condition(column, .greaterThanOrEqualTo, given.low, at: position, in: session)
                && condition(column, .lessThanOrEqualTo, given.high, at: position, in: session)
        }
        if case .range(let range) = match, !low.isNull, !high.isNull {
            return ReadRange.condition(column, from: try range.range(of: low), to: try range.range(of: high))
        }
        if isText {
            return column.cast(as: .double).between(
                ofText(low, at: position, in: session), ofText(high, at: position, in: session))
        }
        let (from, to) = (
            try beside(column, low, at: position, in: session), try beside(column, high, at: position, in: session)
        )
        guard from.column == column, to.column == column else {
            return from.column >= from.value && to.column <= to.value
        }
        return column.between(from.value, to.value)
    }

    /// A number as a column of texts keeps it: of a date's fraction SQLite's text has fewer digits than the number.
    private func ofText(_ value: SQLValue, at position: Int, in session: Session) -> SQLExpression {
        guard case .real = value, case .date? = mapping.columns[position].field.form?.kind,
            session.connection.engine.types == nil
        else { return .value(value) }
        return SQLExpression.value(value).cast(as: .text).cast(as: .double)
    }

    /// How a column is compared with a date that is finer than its form: 10:00:00 is before 10:00:00.7, which the form
    /// writes as 10:00:00.
    ///
    /// - Parameters:
    ///   - given: the date as it was given.
    ///   - stored: the same as the column would hold it.
    private func coarsened(_ operation: SQLOperator, _ given: SQLValue, _ stored: SQLValue, at position: Int)
        -> SQLOperator
    {
        guard let (date, kept) = mapping.columns[position].field.between(given, stored) else { return operation }
        switch operation {
        case .lessThan where kept < date: return .lessThanOrEqualTo
        case .greaterThanOrEqualTo where kept < date: return .greaterThan
        case .lessThanOrEqualTo where kept > date: return .lessThan
        case .greaterThan where kept > date: return .greaterThanOrEqualTo
        default: return operation
        }
    }

    /// Whether a column cannot hold a date: it lies between two that its form can write.
    func isBetween(_ given: SQLValue, _ stored: SQLValue, at position: Int) -> Bool {
        mapping.columns[position].field.between(given, stored) != nil
    }

    /// What rows are sorted by to have the order of the property.
    ///
    /// - Returns: the column, or the numbers of which it made text.
    func sortKey(_ column: SQLExpression, _ position: Int, in session: Session) throws -> (
        key: SQLExpression, isColumn: Bool
    ) {
        if case .numbersAsText = try match(position, in: session) { return (column.cast(as: .double), false) }
        try requireSortable(position, in: session)
        return (column, true)
    }

    /// Whether a value tells which rows of a page come after it. Values that read as equal may lie on both sides.
    func isContinued(after value: SQLValue, at position: Int, in session: Session) throws -> Bool {
        let match = try match(position, in: session)
        guard case .range(let range) = match, !value.isNull else { return match.isOrdered }
        return try range.range(of: mapping.stored(value, in: position)).only != nil
    }

    /// Checks that rows sorted by a column are sorted by the property.
    func requireSortable(_ index: Int, in session: Session) throws {
        guard try match(index, in: session).isSortable else { throw formMissing(index, "ordered by it", in: session) }
    }

    /// `"tenant" = ? AND "id" IN (?, ?, ?)`
    ///
    /// - Parameter key: as the properties would be written.
    func conditions(ofKey key: [SQLValue], in session: Session) throws -> [SQLExpression] {
        try zip(mapping.key, key).map { index, value in
            try condition(.column(mapping.columns[index].name), .equalTo, value, at: index, in: session)
        }
    }

    /// Whether a key may be stored as the properties would be written.
    func mayBeStored(_ key: [SQLValue], in session: Session) throws -> Bool {
        try zip(mapping.key, key).allSatisfy { index, value in
            switch try match(index, in: session) {
            case .spellings(let spellings): spellings.all(of: value).first == value
            case .range(let range): try range.mayBeStored(value)
            case .exact, .unordered, .numbersAsText, .undeclared: true
            }
        }
    }

    /// Whether values of some columns can be stored in no other way than the properties would be written.
    func isExact(_ values: [SQLValue], at positions: [Int], in session: Session) throws -> Bool {
        try zip(positions, values).allSatisfy { index, value in
            let match = try match(index, in: session)
            guard case .range(let range) = match else { return match.isPlain }
            return try range.range(of: value).only?.isIdentical(to: value) == true
        }
    }

    /// The error of a column whose form is not declared.
    func formMissing(_ position: Int, _ purpose: String, in session: Session) -> ModelError {
        let column = mapping.columns[position]
        let type = (try? tableSchema(in: session).column(column.name)?.type) ?? ""
        let property = column.property.map { ", \\\(mapping.type).\($0)" } ?? ""
        // Another form is no help where the declared one is that of the rows.
        let declaration = (column.field.form == nil ? column.field.exampleForm : nil).map {
            "Declare the form: Column(\"\(column.name)\"\(property), as: \($0)), or forms in a class without columns"
        }
        let holds =
            column.field.form == nil
            ? "may hold a \(column.field.bareTypeName) in more than one form"
            : "holds a \(column.field.bareTypeName) in a form whose order is not that of the values"
        return ModelError(
            .formMissing,
            "\"\(mapping.table)\".\"\(column.name)\" (\(type.isEmpty ? "no declared type" : type)) \(holds), "
                + "so rows cannot be \(purpose)",
            table: mapping.table, column: column.name,
            hint: (declaration ?? "Compare and order by an expression, or give the column a type that has one form")
                + "; find(raw:) takes stored values as they are")
    }
}

extension Field {
    /// A date that is finer than the column's form, and the one that the form keeps of it; nil for all other values.
    fileprivate func between(_ given: SQLValue, _ stored: SQLValue) -> (given: Date, kept: Date)? {
        guard case .date(let format)? = form?.kind, given != stored else { return nil }
        let date: Date?
        var kept: Date?
        switch given {
        case .integer where format.isNumeric, .real where format.isNumeric:
            (date, kept) = (format.date(from: given), format.date(from: stored))
        // That of a `Date`. A form refuses what it would lose of it, but for the fraction of a second.
        case .text(let text) where text.hasSuffix("Z") && !Self.isWhole(given):
            date = try? Date(column: given)
            // The form knows the zone that its class was mapped with, and the field that of now.
            if format.isLocal {
                kept =
                    Self.isWhole(stored)
                    ? date.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) } : date
            } else {
                kept = format.date(from: stored)
            }
        default: return nil
        }
        guard let date, let kept, abs(date.timeIntervalSince(kept)) > 0.0005 else { return nil }
        return (date, kept)
    }

    private static func isWhole(_ value: SQLValue) -> Bool { ValueLimit.seconds(digits: 0).canHold(numberOf: value) }

    /// What a value is looked up as, of which the column would hold another: a date that is finer than the column's form
    /// equals none that is read from it, so it is sent as no text of that form.
    func lookupValue(_ given: SQLValue, stored: SQLValue) -> SQLValue {
        guard let date = between(given, stored)?.given.sqlValue else { return stored }
        return (self as? FittedField)?.fitted(date) ?? date
    }

    fileprivate var bareTypeName: String {
        let name = valueType.map { "\($0)" } ?? typeName
        return name.hasPrefix("Optional<") ? String(name.dropFirst("Optional<".count).dropLast()) : name
    }

    /// A form to begin with, for a message; nil if the type has none that would help.
    fileprivate var exampleForm: ColumnForm? {
        switch swiftType.map({ ObjectIdentifier($0) }) {
        case ObjectIdentifier(Date.self): .date(.dateTime)
        case ObjectIdentifier(UUID.self): .uuid(.lowerText)
        case ObjectIdentifier(Bool.self): .bool(.integer)
        case ObjectIdentifier(Decimal.self), ObjectIdentifier(Double.self), ObjectIdentifier(Float.self):
            .decimal(.number)
        default: nil
        }
    }
}
