import ZIMOrm

/// Looks at one value after the other of a column.
package struct ColumnProfiler {
    let name: String
    let type: DeclaredType
    /// The longest text that the declaration allows, in characters.
    let length: Int?
    /// Whether an empty text is what MySQL keeps of a value that its ENUM does not list.
    private let hasErrorValue: Bool
    /// The integers that the declaration allows.
    let range: ClosedRange<Int64>?
    package private(set) var profile = ColumnProfile()

    package init(_ column: ColumnSchema) {
        name = column.name
        type = DeclaredType(column)
        length = type.family == .text ? Self.length(column.type) : nil
        hasErrorValue = column.listType != nil && column.isEnumWithoutEmptyLabel
        range = type.family == .integer ? Self.range(column.type.uppercased()) : nil
    }

    /// Takes the value of a row's column in; `key` tells the row, and is asked for the first invalid value only.
    package mutating func take(_ row: Row, at index: Int, key: () -> String) {
        let fits: Bool
        switch row.storage(at: index) {
        case .null:
            profile.nulls += 1
            return
        case .integer:
            profile.integers += 1
            guard case .integer(let value) = row.value(at: index) else { return }
            fits = take(integer: value)
        case .real:
            profile.reals += 1
            guard case .real(let value) = row.value(at: index) else { return }
            fits = take(real: value)
        case .text:
            profile.texts += 1
            if let bytes = row.utf8(index) {
                fits = take(text: bytes)
            } else {
                switch row.value(at: index) {
                case .text(let text): fits = text.withUTF8Bytes { take(text: $0) }
                case .typed(let value): fits = take(typed: value)
                default: fits = true
                }
            }
        case .blob:
            profile.blobs += 1
            profile.untruths += 1
            fits = type.family == .blob || type.family == .any || type.family == .uuid
        }
        guard !fits else { return }
        profile.invalidValues += 1
        if profile.invalidValue == nil {
            profile.invalidValue = ColumnProfile.Example(value: row.value(at: index).abbreviated.printable, row: key())
        }
    }

    private mutating func take(integer value: Int64) -> Bool {
        if value != 0, value != 1 { profile.untruths += 1 }
        if Double(exactly: value) == nil { profile.wideIntegers += 1 }
        switch type.family {
        case .integer: return range?.contains(value) ?? true
        case .real, .decimal, .any, .text, .json, .time: return true
        case .boolean: return value == 0 || value == 1
        case .date:
            guard let form = DateForm.of(integer: value) else { return false }
            note(form, String(value))
            return true
        case .blob, .uuid: return false
        }
    }

    private mutating func take(real value: Double) -> Bool {
        profile.untruths += 1
        let isWhole = value == value.rounded() && value.magnitude < 9e18
        if !isWhole { profile.fractions += 1 }
        if !(value.magnitude < 1e100 && (value == 0 || value.magnitude > 1e-100)) { profile.beyondDecimal += 1 }
        switch type.family {
        case .integer: return isWhole
        case .real, .decimal, .any, .text, .json, .time: return true
        case .boolean, .blob, .uuid: return false
        case .date:
            guard let form = DateForm.of(real: value) else { return false }
            note(form, String(value))
            return true
        }
    }

    private mutating func take(text bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let text = bytes.count <= 64 || type.family != .blob ? UTF8Text.decode(bytes) : "" else {
            profile.brokenTexts += 1
            profile.untruths += 1
            return type.family == .any
        }
        let isNumber = bytes.count <= 40 && Self.isNumber(text)
        if isNumber { profile.numericTexts += 1 }
        if !["0", "1", "t", "f", "true", "false"].contains(text) { profile.untruths += 1 }
        let form = DateForm.of(text: bytes)
        if let form { note(form, text) }
        switch type.family {
        case .integer, .real, .decimal: return isNumber
        case .boolean: return ["t", "f", "true", "false", "0", "1"].contains(text)
        case .date: return form != nil
        case .text where hasErrorValue && bytes.isEmpty: return false
        case .text: return length.map { bytes.count <= $0 || text.unicodeScalars.count <= $0 } ?? true
        case .blob: return false
        case .time, .uuid, .json, .any: return true
        }
    }

    /// A value of an engine's own type, as its text: an exact number, a date, anything else that fits by its type.
    private mutating func take(typed value: SQLTypedText) -> Bool {
        let text = value.text
        profile.untruths += 1
        switch type.family {
        case .decimal, .integer, .real:
            // NaN and Infinity are text to us.
            guard Self.isNumber(text) || text.first == "-" && Self.isNumber(String(text.dropFirst())) else {
                return false
            }
            // A Decimal keeps any 38 digits; what is shorter needs no look.
            if text.utf8.count > 38, (try? Decimal(column: .text(text))) == nil { profile.beyondDecimal += 1 }
            profile.texts -= 1
            let fraction = text.drop { $0 != "." }.dropFirst()
            if fraction.isEmpty { profile.integers += 1 } else { profile.reals += 1 }
            if fraction.contains(where: { $0 != "0" }) { profile.fractions += 1 }
            if Int64(text) == nil, UInt64(text) != nil { profile.unsigned += 1 }
            return true
        case .date:
            guard let form = DateForm.of(typed: value) else { return false }
            note(form, text)
            return true
        case .boolean, .text, .blob, .time, .uuid, .json, .any: return true
        }
    }

    private mutating func note(_ form: DateForm, _ text: String) {
        profile.dates[form, default: 0] += 1
        if form.isFormed(text) { profile.formedDates += 1 }
        if profile.dateExamples[form] == nil { profile.dateExamples[form] = text }
    }

    private static func isNumber(_ text: String) -> Bool {
        guard let first = text.utf8.first, first < 0x3A else { return false }
        return Double(text).map(\.isFinite) ?? false
    }

    /// The number in `VARCHAR(16)`.
    private static func length(_ type: String) -> Int? {
        guard let open = type.firstIndex(of: "("), let close = type[open...].firstIndex(of: ")") else { return nil }
        let number = type[type.index(after: open)..<close].split(separator: ",").first
        return number.flatMap { Int($0.filter { !$0.isWhitespace }) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The ranges of the types that hold less than an INT in every dialect; signed and unsigned are both allowed.
    private static func range(_ type: String) -> ClosedRange<Int64>? {
        if type.hasPrefix("TINYINT") { return -128...255 }
        if type.hasPrefix("SMALLINT") || type.hasPrefix("INT2") { return -32_768...65_535 }
        if type.hasPrefix("MEDIUMINT") { return -8_388_608...16_777_215 }
        return nil
    }
}
