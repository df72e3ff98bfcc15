import ZIMDb

extension ValueLimit {
    /// Why a column would store another value; nil where it keeps this one, or the server says itself what is wrong.
    func objection(to value: SQLValue) -> String? {
        switch self {
        case .decimal(let scale): return Self.objection(to: value, scale: scale)
        case .whole:
            if case .text(let text) = value, NumberText(text) == nil { return "is no number" }
            return Self.objection(to: value, scale: 0)
        case .float: return nil
        case .year:
            if let reason = Self.objection(to: value, scale: 0) { return reason }
            return Self.isWholeYear(value) ? nil : "is another year to the server: write four digits"
        case .labels(let labels):
            guard case .text(let text) = value, !labels.contains(where: { $0.hasSameBytes(as: text) }) else {
                return nil
            }
            return "is none of the labels \(Self.list(labels))"
        case .members(let labels):
            guard case .text(let text) = value, !text.isEmpty else { return nil }
            return Self.objection(to: text, members: labels)
        case .bytes(let count):
            let size =
                switch value {
                case .blob(let bytes): bytes.count
                case .text(let text): text.utf8.count
                default: count
                }
            return size < count ? "has \(size) bytes, and BINARY(\(count)) fills them up with zeros" : nil
        }
    }

    private static func objection(to value: SQLValue, scale: Int) -> String? {
        let text: String
        switch value {
        case .integer(let number):
            if scale >= 0 { return nil }
            text = String(number)
        case .real(let number): text = number.description
        case .text(let digits): text = digits
        case .typed(let typed): text = typed.text
        case .null, .blob: return nil
        }
        if text.hasDigitsBehindPoint(atMost: scale) { return nil }
        guard let number = NumberText(text), number.exponent < -scale else { return nil }
        if scale > 0 { return "has more than \(scale) digits behind the point" }
        return scale == 0 ? "is no whole number" : "does not end with \(-scale) zeros"
    }

    /// Numbers beyond two digits are years or errors, and 0 is one to the server; of a text it is the year 2000.
    private static func isWholeYear(_ value: SQLValue) -> Bool {
        switch value {
        case .integer(let number): number == 0 || number.magnitude > 99
        case .real(let number): number == 0 || number.magnitude > 99
        case .text(let text): text.utf8.count == 4 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        case .typed(let typed): NumberText(typed.text).map { $0.isZero || typed.text.utf8.count > 3 } ?? false
        case .null, .blob: true
        }
    }

    private static func objection(to text: String, members labels: [String]) -> String? {
        var last = -1
        for member in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(member)
            guard let index = labels.firstIndex(where: { $0.hasSameBytes(as: name) }) else {
                return "holds \(SQLValue.text(name)), which is none of the members \(list(labels))"
            }
            if index <= last { return "does not have its members in the order \(list(labels))" }
            last = index
        }
        return nil
    }

    private static func list(_ labels: [String]) -> String {
        labels.prefix(8).map { SQLValue.text($0).description }.joined(separator: ", ") + (labels.count > 8 ? ", …" : "")
    }
}

extension String {
    /// Whether it is plain digits with so many behind the point at most: most numbers are.
    fileprivate func hasDigitsBehindPoint(atMost scale: Int) -> Bool {
        var behind: Int?
        for byte in utf8.drop(while: { $0 == UInt8(ascii: "-") }) {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): behind? += 1
            case UInt8(ascii: ".") where behind == nil: behind = 0
            default: return false
            }
        }
        return behind ?? 0 <= scale
    }
}
