import Foundation
import ZIMDb

extension TablePlan {
    func valueLimits(in session: Session) throws -> [(position: Int, limit: ValueLimit, keepsAll: Bool)] {
        if let valueLimits { return valueLimits }
        var found: [(position: Int, limit: ValueLimit, keepsAll: Bool)] = []
        for index in mapping.columns.indices {
            guard let limit = try limit(index, in: session) else { continue }
            let field = mapping.columns[index].field
            found.append((index, limit, limit.keepsAll(of: field.propertyType) && !field.mayBeMisread(in: limit)))
        }
        valueLimits = found
        keepsValues = found.allSatisfy(\.keepsAll)
        return found
    }

    private func limit(_ index: Int, in session: Session) throws -> ValueLimit? {
        guard let types = session.connection.engine.types else {
            return ValueLimit(try comparedColumns([index], in: session).first?.affinity)
        }
        let column = try schema(in: session)?.column(mapping.columns[index].name)
        let isKey = mapping.key.contains(index)
        return column.flatMap { column in
            let declared = column.baseType ?? column.type
            return isKey ? types.keyLimit(declared: declared) : types.limit(declared: declared)
        }
    }

    /// What the columns of a unique key keep of values, where that is less than what others may lose: by a value that is
    /// rounded its row would not be found again. Those of the class's key are known anyway.
    func uniqueLimits(of positions: [Int], in session: Session) throws -> [(position: Int, limit: ValueLimit)] {
        guard let types = session.connection.engine.types, types.fitsValues else { return [] }
        return try positions.compactMap { position in
            guard !mapping.key.contains(position),
                let column = try schema(in: session)?.column(mapping.columns[position].name),
                let limit = types.keyLimit(declared: column.baseType ?? column.type),
                limit != types.limit(declared: column.baseType ?? column.type),
                !limit.keepsAll(of: mapping.columns[position].field.propertyType)
            else { return nil }
            return (position, limit)
        }
    }

    /// What a row holds that was written with a value, where a comparison does not see to it.
    func stored(_ value: SQLValue, at position: Int, in session: Session) throws -> SQLValue {
        guard let types = session.connection.engine.types, types.fitsValues else { return value }
        let declared: [String?]
        if let declaredTypes {
            declared = declaredTypes
        } else {
            let schema = try schema(in: session)
            declared = mapping.columns.map { schema?.column($0.name)?.type }
            declaredTypes = declared
        }
        return declared[position].map { types.stored(value, declared: $0) } ?? value
    }

    /// Whether the key's columns can hold some values: a server that rounds what it compares would find others by them.
    func canHold(raw key: [SQLValue], in session: Session) throws -> Bool {
        guard session.connection.engine.types?.fitsValues == true else { return true }
        let limits = try valueLimits(in: session)
        let columns = try comparedColumns(mapping.key, in: session)
        return zip(mapping.key, zip(columns, key)).allSatisfy { position, part in
            guard part.0.held?.isRounded == true else { return true }
            return limits.first { $0.position == position }?.limit.canHold(numberOf: part.1) ?? true
        }
    }

    /// Throws if a row would not hold what a model's properties do.
    ///
    /// - Throws: ``ModelError`` with code value.
    func requireKept(_ positions: [Int], of model: Model, in session: Session) throws {
        for (index, limit, keepsAll) in try valueLimits(in: session) where !keepsAll && positions.contains(index) {
            try requireKept(index, of: model, limit, in: session)
        }
    }

    func requireKept(_ index: Int, of model: Model, _ limit: ValueLimit, in session: Session) throws {
        let value: SQLValue
        do {
            value = try model.spelledValue(index, in: mapping) ?? mapping.columns[index].value(of: model)
        } catch var mismatch as ValueMismatch {
            mismatch.type = mapping.columns[index].field.typeName
            throw mapping.error(mismatch, column: index, key: [])
        }
        try requireKept(value, index, limit, in: session)
    }

    /// Throws if a column would not hold the values that a statement gives it.
    ///
    /// - Parameter areProperties: whether they are of the type that the property has.
    func requireKept(
        _ values: some Sequence<SQLValue>, at position: Int, areProperties: Bool = true, in session: Session
    ) throws {
        if areProperties, keepsValues { return }
        guard let (_, limit, keepsAll) = try valueLimits(in: session).first(where: { $0.position == position }),
            !keepsAll || !areProperties
        else { return }
        for value in values { try requireKept(value, position, limit, in: session) }
    }

    private func requireKept(
        _ value: SQLValue, _ position: Int, _ limit: ValueLimit, in session: Session
    ) throws {
        do {
            try limit.requireKept(value)
            let field = mapping.columns[position].field
            try limit.requireReadable(value, field, in: mapping.type.init())
        } catch let mismatch as ValueMismatch {
            // Another program may have given the column other labels since the table was asked for.
            if limit.hasLabels, (try? refreshSchema(in: session)) == true {
                guard let now = try valueLimits(in: session).first(where: { $0.position == position }) else { return }
                return try requireKept(value, position, now.limit, in: session)
            }
            throw mapping.error(mismatch, column: position, key: [])
        }
    }

    /// What a column's type makes of the declared form's values so that they cannot be read again; nil if they can.
    func misreading(_ position: Int, in session: Session) throws -> String? {
        let field = mapping.columns[position].field
        guard let limit = try valueLimits(in: session).first(where: { $0.position == position })?.limit,
            field.mayBeMisread(in: limit)
        else { return nil }
        for value in field.examples {
            do { try limit.requireReadable(value, field, in: mapping.type.init()) } catch let mismatch as ValueMismatch
            {
                return mismatch.explanation
            }
        }
        return nil
    }
}

extension ValueLimit {
    /// Throws if the column's type makes another value of a property's, which is not read as this one.
    ///
    /// - Parameter model: a new one, to read it into; made for such values only.
    fileprivate func requireReadable(
        _ value: SQLValue, _ field: Field, in model: @autoclosure () -> Model
    ) throws {
        guard field.mayBeMisread(in: self), let stored = converted(value) else { return }
        let model = model()
        if (try? field.assign(stored, to: model)) != nil, (try? field.value(of: model)) == value { return }
        throw ValueMismatch.binding(
            value, as: field.typeName, reason: "becomes \(stored.shown) in the column, which is not read as the same")
    }

    /// The value of another kind that a column of SQLite makes of one.
    private func converted(_ value: SQLValue) -> SQLValue? {
        switch (self, value) {
        case (.text(let digits), .integer), (.text(let digits), .real):
            return FormConversion.text(of: value, isServer: digits == nil).map { .text($0) }
        case (.numeric, .text(let text)), (.double, .text(let text)):
            guard let number = DecimalNumber(text, trimming: .whitespace) else { return nil }
            if self == .numeric, let whole = number.integer { return .integer(whole) }
            return Double(number.exponential).map { .real($0) }
        default: return nil
        }
    }
}

extension Field {
    /// Whether a column makes values of another kind of some of its own, of which it does not read all.
    fileprivate func mayBeMisread(in limit: ValueLimit) -> Bool {
        switch (limit, form?.kind) {
        case (.text, .bool(.integer)), (.text, .decimal(.number)): return true
        case (.numeric, .bool(.words)), (.double, .bool(.words)), (.numeric, .decimal(.text)),
            (.double, .decimal(.text)):
            return true
        case (.numeric, .date(let format)), (.double, .date(let format)): return format.isPattern
        // The raw values of an enum.
        case (.numeric, nil), (.double, nil):
            return (propertyType as? any RawRepresentable.Type)?.rawType == String.self
        default: return false
        }
    }

    /// What the declared form writes, where that says whether a column's type keeps it.
    fileprivate var examples: [SQLValue] {
        switch form?.kind {
        case .date(let format):
            [1_727_740_800, 981_173_106].map { format.sqlValue(of: Date(timeIntervalSince1970: $0)) }
        case .bool(.words(let yes, let no)): [.text(yes), .text(no)]
        case .bool(.integer): [1, 0]
        case .decimal(.number): valueType is any FixedWidthInteger.Type ? [12] : [12.5]
        case .decimal(.text), .uuid, nil: []
        }
    }
}
