import Foundation
import ZIMDb

extension TablePlan {
    /// How a column's rows are found by a value; read before the first.
    func match(_ place: Int, in session: Session) throws -> ColumnMatch {
        if let known = matches[place] { return known }
        let made = try makeMatch(place, in: session)
        if mapping.columns[place].field.form != nil || comparedColumns[place] != nil { matches[place] = made }
        return made
    }

    private func makeMatch(_ place: Int, in session: Session) throws -> ColumnMatch {
        let field = mapping.columns[place].field
        guard let compared = try comparedColumns([place], in: session).first else { return .exact }
        let holds = HeldType(compared, isServer: session.connection.engine.catalog != nil)
        if let form = field.form {
            return holds == .typed ? .exact : form.match(isText: holds == .text || holds == .serverText)
        }
        guard let type = field.valueType else { return .exact }
        return holds.match((type as? any RawRepresentable.Type)?.rawType ?? type)
    }

    /// Whether each part of the key has one spelling, as keys of integers and texts mostly do.
    func hasExactKey(in session: Session) throws -> Bool {
        if let exactKey { return exactKey }
        let isServer = session.connection.engine.catalog != nil
        let isExact = try mapping.key.allSatisfy { place in
            let type = mapping.columns[place].field.valueType
            // To a server these have one spelling in any column: its catalogue need not be asked.
            if isServer, type == String.self || type is any FixedWidthInteger.Type { return true }
            return try self.isExact([place], in: session)
        }
        exactKey = isExact
        return isExact
    }
}

extension RawRepresentable {
    fileprivate static var rawType: Any.Type { RawValue.self }
}

/// What a column can hold, as far as that decides how values may be spelled in it.
private enum HeldType {
    /// Numbers, and text that is none.
    case numeric, real
    case text
    /// Whatever it is given.
    case any
    /// Bytes, or text, of a server.
    case bytes, serverText
    /// Numbers of a server, which a number of 32 bits rounds; whole ones, which it does not.
    case serverNumber, serverInteger
    /// Values of one type, which a server compares as such.
    case typed

    init(_ column: ComparedColumn, isServer: Bool) {
        guard isServer else {
            switch column.affinity {
            case .integer, .numeric: self = .numeric
            case .real: self = .real
            case .text: self = .text
            case .blob, nil: self = .any
            }
            return
        }
        let type = column.type ?? ""
        if type == "bytea" {
            self = .bytes
        } else if ["text", "char", "varchar", "bpchar", "citext", "name", "\"char\""].contains(where: {
            type.hasPrefix($0)
        }) {
            self = .serverText
        } else if ["numeric", "double precision", "float8"].contains(where: { type.hasPrefix($0) }) {
            self = .serverNumber
        } else {
            self = ColumnAffinity.wholeNumbers.contains(type) ? .serverInteger : .typed
        }
    }

    private var isNumeric: Bool { self == .numeric || self == .real }

    /// How values of a Swift type are found.
    func match(_ type: Any.Type) -> ColumnMatch {
        if self == .typed { return .exact }
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
            return self == .serverNumber ? .exact : .spellings(.bool(isKept: self == .any))
        case ObjectIdentifier(UUID.self):
            return .spellings(self == .bytes ? .uuidBytes : self == .serverText ? .uuidText : .uuidTextOrBytes)
        case ObjectIdentifier(Float.self):
            return isNumeric || self == .serverNumber ? .range(.float) : .undeclared
        case ObjectIdentifier(Double.self), ObjectIdentifier(Decimal.self):
            return isNumeric || self == .serverNumber ? .exact : .undeclared
        case ObjectIdentifier(Date.self): return .undeclared
        case ObjectIdentifier(String.self), ObjectIdentifier(Substring.self):
            switch self {
            case .any: return .spellings(.text(.kept))
            case .real: return .spellings(.text(.real))
            case .numeric: return .spellings(.text(.number))
            default: return .exact
            }
        case ObjectIdentifier(Data.self), ObjectIdentifier([UInt8].self):
            return self == .bytes || self == .serverText ? .exact : .spellings(.bytes(isNumeric: isNumeric))
        default: return .exact
        }
    }
}
