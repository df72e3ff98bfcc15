import Foundation
import ZIMDb

/// What a column keeps of its property's values.
struct KeptValues {
    let position: Int
    let limit: ValueLimit?
    /// What the column gives back, where the property may not read that as what it wrote.
    let stored: StoredForm?
    /// Whether no value of the property is altered.
    let keepsAll: Bool
    /// Texts of no more bytes are kept; nil where more than the length matters.
    let bytesThatFit: Int?
}

extension TablePlan {
    func valueLimits(in session: Session) throws -> [KeptValues] {
        if let valueLimits { return valueLimits }
        let found = try mapping.columns.indices.compactMap { try kept($0, in: session) }
        valueLimits = found
        keepsValues = found.allSatisfy(\.keepsAll)
        return found
    }

    private func kept(_ index: Int, in session: Session) throws -> KeptValues? {
        let field = mapping.columns[index].field
        let (limit, stored): (ValueLimit?, StoredForm?)
        if let types = session.connection.engine.types {
            guard let column = try schema(in: session)?.column(mapping.columns[index].name) else { return nil }
            let declared = column.baseType ?? column.type
            let isKey = mapping.key.contains(index)
            let listType = column.listType ?? ""
            let kept =
                isKey
                ? types.keyLimit(declared: declared, listType: listType)
                : types.limit(declared: declared, listType: listType)
            let refillsNull = kept == .moment && column.isNotNull && field.acceptsNull
            limit = refillsNull && types.refillsNull(declared: declared) ? .presentMoment : kept
            stored = StoredForm(
                types.held(listType: listType, declared: declared), declared: declared, types)
        } else {
            let affinity = try comparedColumns([index], in: session).first?.affinity
            (limit, stored) = (ValueLimit(affinity, of: field.keptType), StoredForm(affinity))
        }
        let misread = stored?.mayBeMisread(by: field) == true ? stored : nil
        guard limit != nil || misread != nil else { return nil }
        return KeptValues(
            position: index, limit: limit, stored: misread,
            keepsAll: limit?.keepsAll(of: field.keptType) != false && misread == nil,
            bytesThatFit: misread == nil ? limit?.bytesThatFit : nil)
    }

    /// What the columns of a unique key keep of values, where that is less than what others may lose: by a value that is
    /// rounded its row would not be found again. Those of the class's key are known anyway.
    func uniqueLimits(of positions: [Int], in session: Session) throws -> [(position: Int, limit: ValueLimit)] {
        guard let types = session.connection.engine.types, types.fitsValues else { return [] }
        return try positions.compactMap { position in
            guard !mapping.key.contains(position),
                let column = try schema(in: session)?.column(mapping.columns[position].name)
            else { return nil }
            let (declared, listType) = (column.baseType ?? column.type, column.listType ?? "")
            guard
                let limit = types.keyLimit(declared: declared, listType: listType),
                limit != types.limit(declared: declared, listType: listType),
                !limit.keepsAll(of: mapping.columns[position].field.keptType)
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
            guard let limit = limits.first(where: { $0.position == position })?.limit,
                limit.isOfTime || part.0.held?.isRounded == true
            else { return true }
            return limit.canHold(numberOf: part.1)
        }
    }

    /// Throws if a row would not hold what a model's properties do.
    ///
    /// - Throws: ``ModelError`` with code value.
    func requireKept(_ positions: [Int], of model: Model, in session: Session) throws {
        let limits = try valueLimits(in: session)
        // By their numbers: a copy of each would be counted for each row.
        for index in limits.indices where !limits[index].keepsAll {
            let position = limits[index].position
            if let count = limits[index].bytesThatFit, mapping.columns[position].isText(of: model, upTo: count) {
                continue
            }
            guard positions.contains(position) else { continue }
            try requireKept(position, of: model, limits[index].limit, limits[index].stored, in: session)
        }
    }

    func requireKept(
        _ index: Int, of model: Model, _ limit: ValueLimit?, _ stored: StoredForm? = nil, in session: Session
    ) throws {
        // What a row holds was read.
        if let spelled = model.spelledValue(index, in: mapping) {
            return try requireKept(spelled, index, limit, nil, in: session)
        }
        let value: SQLValue
        do { value = try mapping.columns[index].value(of: model) } catch let mismatch as ValueMismatch {
            throw mapping.refusal(mismatch, of: index)
        }
        try requireKept(value, index, limit, stored, in: session)
    }

    /// Throws if a column would not hold the values that a statement gives it.
    ///
    /// - Parameter areProperties: whether they are of the type that the property has.
    func requireKept(
        _ values: some Sequence<SQLValue>, at position: Int, areProperties: Bool = true, in session: Session
    ) throws {
        if areProperties, keepsValues { return }
        guard let kept = try valueLimits(in: session).first(where: { $0.position == position }),
            !kept.keepsAll || !areProperties
        else { return }
        for value in values {
            if let count = kept.bytesThatFit, case .text(let text) = value, text.utf8.count <= count { continue }
            // A column of decimals rounds it, as where a model is saved.
            if kept.keepsAll, case .real = value { continue }
            try requireKept(value, position, kept.limit, kept.stored, in: session)
        }
    }

    private func requireKept(
        _ value: SQLValue, _ position: Int, _ limit: ValueLimit?, _ stored: StoredForm?, in session: Session
    ) throws {
        do {
            let field = mapping.columns[position].field
            try limit?.requireKept(value, of: field)
            try stored?.requireReadable(value, field, in: mapping.type.init())
        } catch let mismatch as ValueMismatch {
            // Another program may have given the column other labels or a greater length since the table was asked for.
            if limit?.mayGrow == true, try refreshSchema(in: session) {
                guard let now = try valueLimits(in: session).first(where: { $0.position == position }) else { return }
                return try requireKept(value, position, now.limit, now.stored, in: session)
            }
            throw mapping.error(mismatch, column: position, key: [])
        }
    }

    /// What a column's type makes of the declared form's values so that they cannot be read again; nil if they can.
    func misreading(_ position: Int, in session: Session) throws -> String? {
        let field = mapping.columns[position].field
        guard let stored = try valueLimits(in: session).first(where: { $0.position == position })?.stored else {
            return nil
        }
        for value in field.examples {
            do { try stored.requireReadable(value, field, in: mapping.type.init()) } catch let mismatch as ValueMismatch
            {
                return mismatch.explanation
            }
        }
        return nil
    }
}

extension Field {
    /// What the declared form writes, where that says whether a column's type keeps it.
    fileprivate var examples: [SQLValue] {
        switch form?.kind {
        case .date(let format):
            [1_727_740_800, 981_173_106].map { format.sqlValue(of: Date(timeIntervalSince1970: $0)) }
        case .bool(.words(let yes, let no)): [.text(yes), .text(no)]
        case .bool(.integer): [1, 0]
        case .decimal(.number): valueType is any FixedWidthInteger.Type ? [12] : [12.5]
        case .uuid: [UUID().sqlValue].compactMap { try? form?.encode($0) }
        case .decimal(.text), nil: []
        }
    }
}
