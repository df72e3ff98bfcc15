import Foundation
import ZIMDb

/// A column that would store another value than it was given: numbers with a limited count of digits, labels.
///
/// SQLite and the servers do so without an error: a row would not hold what was saved.
///
/// Source: <https://www.sqlite.org/datatype3.html>, section 3
enum NumberColumn: Equatable {
    /// Whole numbers of 64 bits as they are, all others as `double`: SQLite's INTEGER and NUMERIC.
    case numeric
    case double
    case float
    /// What a server's type says of itself.
    case limited(ValueLimit)

    init(_ limit: ValueLimit) { self = limit == .float ? .float : .limited(limit) }

    init?(_ compared: ComparedColumn) {
        switch (compared.affinity, compared.held) {
        case (.integer, _), (.numeric, _): self = .numeric
        case (.real, _), (_, .double): self = .double
        case (_, .float): self = .float
        default: return nil
        }
    }

    /// - Parameter listType: the type of a list's elements on PostgreSQL.
    init?(listType: String) {
        switch listType {
        case "double precision": self = .double
        case "real": self = .float
        default: return nil
        }
    }

    /// Whether properties of a type may hold a number that the column rounds. A `Double` in a column of `Float` is rounded as
    /// its type says.
    func mayRound(_ type: Any.Type?) -> Bool {
        guard let type else { return true }
        if case .limited(let limit) = self { return !limit.keepsAll(of: type) }
        let kept: [Any.Type] = [
            Double.self, Float.self, Bool.self, Date.self, UUID.self, URL.self, Data.self, [UInt8].self, Int8.self,
            UInt8.self,
            Int16.self, UInt16.self,
        ]
        if kept.contains(where: { $0 == type }) { return false }
        switch self {
        case .numeric: return !(type is any FixedWidthInteger.Type)
        case .double: return type != Int32.self && type != UInt32.self
        case .float, .limited: return true
        }
    }

    /// Throws if the column would hold another number.
    func requireExact(_ value: SQLValue) throws {
        if case .limited(let limit) = self {
            guard let reason = limit.objection(to: value) else { return }
            throw ValueMismatch.binding(value, as: limit.name, reason: reason)
        }
        let isExact =
            switch value {
            case .integer(let number): keeps(number)
            case .text(let text): keeps(text)
            default: true
            }
        if isExact { return }
        let (type, bits) = self == .float ? ("Float", 32) : ("Double", 64)
        throw ValueMismatch.binding(value, as: type, reason: "has more digits than a number of \(bits) bits keeps")
    }

    private func keeps(_ number: Int64) -> Bool {
        switch self {
        case .numeric: true
        case .double: Int64(exactly: Double(number)) == number
        case .float: Int64(exactly: Float(number)) == number
        case .limited: true
        }
    }

    private func keeps(_ text: String) -> Bool {
        guard let digits = NumberText(text) else { return true }
        if self == .numeric, digits.isWhole, Int64(digits.text) != nil { return true }
        let rounded = self == .float ? Float(digits.text)?.description : Double(digits.text)?.description
        return rounded.flatMap { NumberText($0) } == digits
    }
}

/// A text that is a number: its digits without the zeros at both ends, and where its point stands.
struct NumberText: Equatable {
    /// Without the blanks around it.
    let text: String
    /// Whether it has neither a point nor an exponent.
    let isWhole: Bool
    private let isNegative: Bool
    private let digits: ArraySlice<UInt8>
    /// The power of ten of the last digit that is not 0.
    let exponent: Int

    var isZero: Bool { digits.isEmpty }

    /// nil for a text that SQLite does not take for a number.
    init?(_ given: String) {
        let text = given.trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\u{b}\u{c}\r"))
        var rest = text.utf8[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        let before = rest.prefix(while: isDigit)
        rest = rest.dropFirst(before.count)
        let hasPoint = rest.first == UInt8(ascii: ".")
        if hasPoint { rest = rest.dropFirst() }
        let after = hasPoint ? rest.prefix(while: isDigit) : rest.prefix(0)
        rest = rest.dropFirst(after.count)
        var power = 0
        let hasPower = rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E")
        if hasPower {
            let sign = rest.dropFirst().first.flatMap { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") ? $0 : nil }
            let number = rest.dropFirst(sign == nil ? 1 : 2)
            guard !number.isEmpty, number.allSatisfy(isDigit) else { return nil }
            // No number of 64 bits has so large an exponent.
            let size = min(Int(String(decoding: number, as: UTF8.self)) ?? .max, 1_000_000)
            power = sign == UInt8(ascii: "-") ? -size : size
            rest = rest.prefix(0)
        }
        guard rest.isEmpty, before.count + after.count > 0 else { return nil }
        let all = Array(before) + Array(after)
        let end = all.lastIndex { $0 != UInt8(ascii: "0") }.map { $0 + 1 } ?? 0
        self.text = text
        digits = all[..<end].drop { $0 == UInt8(ascii: "0") }
        exponent = digits.isEmpty ? 0 : power - after.count + all.count - end
        self.isNegative = isNegative && !digits.isEmpty
        isWhole = !hasPoint && !hasPower
    }

    static func == (one: Self, other: Self) -> Bool {
        one.isNegative == other.isNegative && one.digits == other.digits && one.exponent == other.exponent
    }
}
