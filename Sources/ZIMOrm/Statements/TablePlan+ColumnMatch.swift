import Foundation
import ZIMDb

extension TablePlan {
    /// How a column's rows are found by a value; read before the first.
    func match(_ position: Int, in session: Session) throws -> ColumnMatch {
        if let known = matches[position] { return known }
        let made = try makeMatch(position, in: session)
        // What is missing is for the statement to tell, and no matter of forms.
        if case .undeclared = made, comparedColumns[position] == nil,
            try schema(in: session)?.column(mapping.columns[position].name) == nil
        {
            return .exact
        }
        if mapping.columns[position].field.form != nil || comparedColumns[position] != nil { matches[position] = made }
        return made
    }

    private func makeMatch(_ position: Int, in session: Session) throws -> ColumnMatch {
        let field = mapping.columns[position].field
        guard let compared = try comparedColumns([position], in: session).first else { return .exact }
        let types = session.connection.engine.types
        let holds =
            compared.held.map { HeldType($0) } ?? (types == nil ? HeldType(compared.affinity) : HeldType(.typed))
        if let form = field.form {
            return [.typed, .serverTime, .serverFloat].contains(holds)
                ? .exact
                : form.match(
                    isText: holds == .text || holds == .serverText, isNumber: field.conversion == .numbers)
        }
        let type = field.swiftType.map { ($0 as? any RawRepresentable.Type)?.rawType ?? $0 }
        let match = type.map { holds.match($0) } ?? .exact
        if case .exact = match, let scale = holds.scale(of: type, roundsDecimals: types?.fitsValues == true) {
            return .range(.fixed(scale: scale))
        }
        guard types?.fitsValues == true else { return match }
        switch match {
        // The words for true and false are not compared with a number there.
        case .spellings(.bool): return holds == .serverText ? .spellings(.boolText) : .undeclared
        case .range(.microseconds): return .range(.microsecondsTo9999(digits: compared.server?.secondDigits ?? 6))
        case .spellings(.textOfBytes):
            return .spellings(
                .textOfBytes(
                    holdsNUL: dialect.features.contains(.nulInText), holdsSurrogates: types?.holdsSurrogates == true))
        default: return match
        }
    }

    /// Whether each part of the key has one spelling, as keys of integers and texts mostly do.
    func hasExactKey(in session: Session) throws -> Bool {
        if let exactKey { return exactKey }
        let isServer = session.connection.engine.types != nil
        let isExact = try mapping.key.allSatisfy { index in
            let type = mapping.columns[index].field.valueType
            // To a server these have one spelling in any column: its catalogue need not be asked. A text may mean a number.
            if isServer, type is any FixedWidthInteger.Type { return true }
            return try self.isExact([index], in: session)
        }
        exactKey = isExact
        return isExact
    }
}

extension RawRepresentable {
    /// The type of the values that stand for its cases.
    static var rawType: Any.Type { RawValue.self }
}

/// What a column can hold, as far as that decides how values may be spelled in it.
private enum HeldType: Hashable {
    /// Numbers, and text that is none.
    case numeric, real
    case text
    /// Whatever it is given.
    case any
    /// Bytes, or text, of a server.
    case bytes, serverText
    /// Numbers of a server: of 32 bits, of 64 bits, with so many decimal digits, and whole ones.
    case serverFloat, serverDouble, serverDecimal(DecimalDigits?, isExact: Bool), serverInteger
    /// Points in time of a server, to the microsecond.
    case serverTime
    /// Values of one type, which a server compares as such.
    case typed

    init(_ affinity: ColumnAffinity?) {
        switch affinity {
        case .integer, .numeric: self = .numeric
        case .real: self = .real
        case .text: self = .text
        case .blob, nil: self = .any
        }
    }

    init(_ held: HeldKind) {
        switch held {
        case .bytes: self = .bytes
        case .text: self = .serverText
        case .integer: self = .serverInteger
        case .float: self = .serverFloat
        case .double: self = .serverDouble
        case .decimal(let digits, let isExact): self = .serverDecimal(digits, isExact: isExact)
        case .timestamp: self = .serverTime
        case .day, .typed: self = .typed
        }
    }

    private var isNumeric: Bool { self == .numeric || self == .real }

    private var isServerNumber: Bool {
        switch self {
        case .serverDouble, .serverDecimal: true
        default: false
        }
    }

    /// How many digits behind the point the column keeps of numbers of a Swift type that may have more; nil where a server
    /// compares these without rounding them.
    func scale(of type: Any.Type?, roundsDecimals: Bool) -> Int? {
        if type is any FixedWidthInteger.Type || type == Bool.self { return nil }
        switch self {
        case .serverInteger: return 0
        case .serverDecimal(let digits, _) where roundsDecimals: return digits?.scale
        default: return nil
        }
    }

    /// How values of a Swift type are found.
    func match(_ type: Any.Type) -> ColumnMatch {
        if self == .typed { return .exact }
        if self == .serverTime { return type == Date.self ? .range(.microseconds) : .exact }
        if self == .serverFloat {
            if type == Double.self || type == Decimal.self || type is any FixedWidthInteger.Type {
                return .range(.numberOfFloat)
            }
            return type == String.self || type == Substring.self ? .spellings(.text(.serverReal)) : .exact
        }
        if self == .serverInteger { return type == String.self ? .spellings(.text(.whole)) : .exact }
        if type is any FixedWidthInteger.Type {
            switch self {
            case .any: return .spellings(.integer)
            // The digits of a number as text have another order.
            case .text, .serverText: return .unordered
            default: return .exact
            }
        }
        switch ObjectIdentifier(type) {
        case ObjectIdentifier(Bool.self):
            return isServerNumber ? .exact : .spellings(.bool(isKept: self == .any))
        case ObjectIdentifier(UUID.self):
            return .spellings(self == .bytes ? .uuidBytes : self == .serverText ? .uuidText : .uuidTextOrBytes)
        case ObjectIdentifier(Float.self):
            if case .serverDecimal(_, let isExact) = self { return isExact ? .range(.floatOfDecimal) : .undeclared }
            return isNumeric || self == .serverDouble ? .range(.float) : .undeclared
        case ObjectIdentifier(Double.self):
            if case .serverDecimal(let digits, let isExact) = self, digits?.fitDouble != true {
                return isExact ? .range(.doubleOfDecimal) : .undeclared
            }
            return isNumeric || isServerNumber ? .exact : .undeclared
        case ObjectIdentifier(Decimal.self): return isNumeric || isServerNumber ? .exact : .undeclared
        case ObjectIdentifier(Date.self): return .undeclared
        case ObjectIdentifier(String.self), ObjectIdentifier(Substring.self):
            switch self {
            case .any: return .spellings(.text(.kept))
            case .real: return .spellings(.text(.real))
            case .numeric: return .spellings(.text(.number))
            case .serverDouble: return .spellings(.text(.serverReal))
            // 7.5 and 7.50 are one number and two texts.
            case .serverDecimal(let digits, let isExact):
                guard let digits else { return .undeclared }
                return .spellings(.text(.serverDecimal(scale: digits.scale, hasNaN: isExact)))
            default: return .exact
            }
        case ObjectIdentifier(Data.self), ObjectIdentifier([UInt8].self):
            if self == .serverText { return .spellings(.textOfBytes(holdsNUL: false)) }
            return self == .bytes || isServerNumber ? .exact : .spellings(.bytes(isNumeric: isNumeric))
        default: return .exact
        }
    }
}
