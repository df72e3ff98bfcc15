import Foundation
import ZIMDb

/// How the rows are found whose property would equal a given value.
enum ColumnMatch {
    /// What the property is written as is the only spelling, and what is stored has the order of the values.
    case exact
    /// It is the only spelling, but stored in another order.
    case unordered
    /// It is the only spelling: numbers, which the column makes text of. Their order is that of the numbers.
    case numbersAsText
    /// There are a few spellings.
    case spellings(Spellings)
    /// All values between two read as equal.
    case range(NumberRange)
    /// There is no end of spellings, or none that an index finds: the form must be declared.
    case undeclared

    enum Spellings {
        /// A whole number, or its digits as text.
        case integer
        /// The words for it, and 1 as a number; in a column that keeps what it is given also as text.
        case bool(isKept: Bool)
        /// The same words and the digit, all of them texts: see ``FittedField``.
        case boolText
        case uuidTextOrBytes, uuidText, uuidBytes
        /// Text, or the number that prints as it; where the column makes numbers of texts, only one of the two.
        case text(TextColumn)
        /// Bytes, or the text that they are; a column of numbers makes numbers of some texts.
        case bytes(isNumeric: Bool)
        /// The text that bytes are, in a column that holds nothing else; not every server keeps NUL in it, or surrogates.
        case textOfBytes(holdsNUL: Bool, holdsSurrogates: Bool = false)
    }

    /// What a column makes of a text that is a number.
    enum TextColumn: Hashable {
        case kept, real, number, whole
        /// Numbers of a server, which holds no text beside them: floating-point ones, and those with so many digits behind
        /// the point; some servers have decimal numbers called NaN and Infinity.
        case serverReal, serverDecimal(scale: Int, hasNaN: Bool)
    }

    enum NumberRange {
        /// The real numbers that are rounded to one of 32 bits.
        case float
        /// The decimal numbers that are rounded to one of 32 or 64 bits.
        case floatOfDecimal, doubleOfDecimal
        /// The number of 32 bits that another number is, if it is one.
        case numberOfFloat
        /// The Julian days that are read as one millisecond.
        case julianDay(DateFormat)
        /// The microseconds that are read as one point in time: before 1728 and from 2242 on there are several.
        case microseconds
        /// The same in a column of the years 1 to 9999, with so many digits of a second.
        case microsecondsTo9999(digits: Int)
        /// The number itself; none where it has more digits behind the point than the column, which a server may round.
        case fixed(scale: Int)
    }

    var isOrdered: Bool {
        switch self {
        case .exact, .range: true
        case .unordered, .numbersAsText, .spellings, .undeclared: false
        }
    }

    /// Whether values of a list are bound as they are, but for those that no row holds.
    var isListed: Bool {
        switch self {
        case .exact, .range(.fixed): true
        case .unordered, .numbersAsText, .spellings, .range, .undeclared: false
        }
    }

    /// Whether rows sorted by the column are sorted by the property, as far as its type has an order.
    var isSortable: Bool {
        switch self {
        case .spellings(.integer), .unordered, .numbersAsText, .undeclared: false
        case .exact, .range, .spellings: true
        }
    }
}

extension ColumnMatch.Spellings {
    /// All spellings of a value, the one that the property is written as first where it is one.
    func all(of value: SQLValue) -> [SQLValue] {
        switch self {
        case .integer: return [value, .text(value.description)]
        case .bool(let isKept):
            return [value] + (isKept ? [.text(value.description)] : []) + Self.words(for: value == .integer(1))
        case .boolText: return [value] + Self.words(for: value == .text("1"))
        case .uuidTextOrBytes, .uuidText, .uuidBytes:
            guard let uuid = try? UUID(column: value) else { return [value] }
            let bytes = SQLValue.blob(withUnsafeBytes(of: uuid.uuid) { Array($0) })
            let texts: [SQLValue] = [.text(uuid.uuidString.lowercased()), .text(uuid.uuidString)]
            switch self {
            case .uuidBytes: return [bytes]
            case .uuidText: return texts
            default: return value == bytes ? [bytes] + texts : texts + [bytes]
            }
        case .text(let column):
            switch value {
            case .text(let text): return column.spellings(of: text)
            // Made the column's kind: 7.5 and 7.50 are one number, but two texts.
            case .typed(let typed) where typed.type == "decimal":
                return column.spellings(of: typed.text).isEmpty ? [] : [value]
            default: return [value]
            }
        case .bytes(let isNumeric):
            guard case .blob(let bytes) = value else { return [value] }
            guard let text = String(validating: bytes, as: UTF8.self) else { return [value, .text(bytes: bytes)] }
            return isNumeric && Double(text.filter { $0 != " " }) != nil ? [value] : [value, .text(text)]
        case .textOfBytes(let holdsNUL, let holdsSurrogates):
            guard case .blob(let bytes) = value else { return [value] }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                return holdsSurrogates && Self.isTextWithSurrogates(bytes) ? [value] : []
            }
            return bytes.contains(0) && !holdsNUL ? [] : [.text(text)]
        }
    }

    /// Whether bytes are UTF-8 but for surrogates: ED and a byte from A0 on.
    private static func isTextWithSurrogates(_ bytes: [UInt8]) -> Bool {
        var text = bytes
        for index in text.indices.dropFirst() where bytes[index - 1] == 0xED && bytes[index] >= 0xA0 {
            text[index] ^= 0x20
        }
        return String(validating: text, as: UTF8.self) != nil
    }

    private static func words(for isTrue: Bool) -> [SQLValue] {
        (isTrue ? ["t", "T", "true", "TRUE", "True"] : ["f", "F", "false", "FALSE", "False"]).map { .text($0) }
    }

    /// A column's value in one spelling, to be compared with another column's.
    func meaning(of column: SQLExpression) -> SQLExpression {
        switch self {
        case .integer: return column.cast(as: .integer)
        // NULL stays unknown.
        case .bool: return column.isIn(all(of: 1).map { .value($0) })
        case .boolText: return column.isIn(all(of: .text("1")).map { .value($0) })
        case .uuidText: return .function("upper", column)
        case .uuidBytes, .textOfBytes: return column
        case .uuidTextOrBytes:
            let text = SQLExpression.function("replace", column, .value("-"), .value(""))
            return SQLCase().when(.function("typeof", column) == .value("blob"), then: .function("hex", column))
                .else(.function("upper", text)).expression
        case .text: return column.cast(as: .text)
        case .bytes: return column.cast(as: .blob)
        }
    }

    /// As what a column without a type must hold a value to be read as this text; nil if the value alone says so.
    func kinds(of value: SQLValue) -> [String]? {
        guard case .text(.kept) = self, case .text(let text) = value else { return nil }
        switch ColumnMatch.TextColumn.kept.spellings(of: text).last {
        case .integer: return ["text", "integer"]
        case .real(let number) where Int64(exactly: number) != nil: return ["text", "real"]
        default: return nil
        }
    }
}

extension ColumnMatch.TextColumn {
    /// What a column holds that is read as a text; nothing where it would hold a number that prints otherwise.
    func spellings(of text: String) -> [SQLValue] {
        let whole: SQLValue? = (try? Int64(column: .text(text))).map { .integer($0) }
        var real: SQLValue?
        if let number = Double(text), number.isFinite, String(number) == text { real = .real(number) }
        switch self {
        case .kept: return [.text(text)] + [whole ?? real].compactMap { $0 }
        case .whole: return [whole].compactMap { $0 }
        case .real: return Self.isNumber(text) ? [real].compactMap { $0 } : [.text(text)]
        case .number:
            guard Self.isNumber(text) else { return [.text(text)] }
            // 7.0 is held as 7.
            if case .real(let number)? = real, Int64(exactly: number) != nil { return [] }
            return [whole ?? real].compactMap { $0 }
        case .serverReal: return Double(text).flatMap { String($0) == text ? [.real($0)] : nil } ?? []
        case .serverDecimal(let scale, let hasNaN):
            if ["NaN", "Infinity", "-Infinity"].contains(text) { return hasNaN ? [.text(text)] : [] }
            return Self.isDecimal(text, scale) ? [.text(text)] : []
        }
    }

    /// Whether a server prints a number with so many digits behind the point like this.
    private static func isDecimal(_ text: String, _ scale: Int) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == (scale > 0 ? 2 : 1), let whole = parts.first, !whole.isEmpty,
            scale <= 0 || parts.last?.count == scale,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return false }
        let isZero = digits.utf8.allSatisfy { $0 == 0x30 || $0 == 0x2E }
        return (whole == "0" || !whole.hasPrefix("0")) && !(isZero && text.hasPrefix("-"))
    }

    /// Whether a column of numbers takes a text for one.
    private static func isNumber(_ text: String) -> Bool {
        let trimmed = text.filter { $0 != " " }
        return Double(trimmed) != nil
            && trimmed.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || "+-.eE".utf8.contains($0) }
    }
}

extension ColumnForm {
    /// How values in this form are found.
    ///
    /// - Parameters:
    ///   - isText: whether the column makes text of numbers.
    ///   - isNumber: whether it makes numbers of texts, and these are read as what was written.
    func match(isText: Bool, isNumber: Bool = false) -> ColumnMatch {
        switch kind {
        case .date(.julianDay): isText ? .undeclared : .range(.julianDay(.julianDay))
        case .date(let format) where isText && format.isNumeric: .numbersAsText
        case .date(let format): format.isOrdered ? .exact : .unordered
        case .uuid, .bool(.integer): .exact
        case .bool(.words(let yes, let no)): Self.isOrdered(no, yes, isNumber: isNumber) ? .exact : .unordered
        case .decimal(.number): isText ? .numbersAsText : .exact
        case .decimal(.text): isNumber ? .exact : .unordered
        }
    }

    /// Whether a column has one word before another. Numbers come before texts.
    private static func isOrdered(_ first: String, _ last: String, isNumber: Bool) -> Bool {
        guard isNumber else { return first < last }
        switch (try? Double(column: .text(first)), try? Double(column: .text(last))) {
        case (let first?, let last?): return first < last
        case (.some, nil): return true
        case (nil, .some): return false
        case (nil, nil): return first < last
        }
    }
}
