import ZIMOrm
import ZIMSql

/// The meaning of a cell that is told from where the engine holds it, without a copy of its text or digits: that of most
/// values of most tables. The text is valid as long as the row.
enum PlainMeaning {
    case null
    case integer(Int64)
    case real(Double)
    case decimal(PlainDecimal)
    case text(UnsafeBufferPointer<UInt8>)
    case instant(Int64)
}

/// A decimal number of at most 18 digits.
struct PlainDecimal: Hashable, Sendable {
    /// The digits without zeros at the end.
    let number: Int64
    /// The power of ten of the last digit.
    let exponent: Int

    private init(trimming number: Int64, _ exponent: Int) {
        var (number, exponent) = (number, number == 0 ? 0 : exponent)
        while number != 0, number % 10 == 0 {
            number /= 10
            exponent += 1
        }
        self.number = number
        self.exponent = exponent
    }

    /// nil for a number with more digits.
    init?(_ number: Int64) {
        guard number.magnitude < 1_000_000_000_000_000_000 else { return nil }
        self.init(trimming: number, 0)
    }

    private static let powers: [Double] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

    /// The digits of a number that has at most 15 of them, six behind the point; nil for any other.
    ///
    /// Two different numbers of 15 decimal digits are never read as the same binary number. So the one that is read as
    /// this number, which the division proves, is the one that is printed for it.
    init?(_ number: Double) {
        for (places, power) in Self.powers.enumerated() {
            let digits = (number * power).rounded()
            guard digits.magnitude < 1e15 else { return nil }
            if digits / power == number {
                self.init(trimming: Int64(digits), -places)
                return
            }
        }
        return nil
    }

    var digitCount: Int {
        var (rest, count) = (number.magnitude, 0)
        while rest > 0 {
            rest /= 10
            count += 1
        }
        return count
    }

    /// Whether a column of NUMERIC(p, s) holds it.
    func fits(_ precision: Int, _ scale: Int) -> Bool {
        max(0, -exponent) <= max(0, scale) && max(0, digitCount + exponent) <= precision - scale
    }

    /// `-12.5`
    var text: String {
        var rest = number.magnitude
        guard exponent < 0 else {
            for _ in 0..<exponent { rest *= 10 }
            return (number < 0 ? "-" : "") + String(rest)
        }
        var bytes: [UInt8] = []
        var places = 0
        while rest > 0 || places <= -exponent {
            if places == -exponent { bytes.append(UInt8(ascii: ".")) }
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
            places += 1
        }
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        return String(decoding: bytes.reversed(), as: UTF8.self)
    }

    /// The number as an integer of 64 bits; nil where it has a fraction or is too large.
    var integer: Int64? {
        guard exponent >= 0, exponent + digitCount <= 18 else { return nil }
        var number = number
        for _ in 0..<exponent { number *= 10 }
        return number
    }
}

extension ColumnReader {
    /// The years 1 to 9999, which every engine has.
    private static let commonInstants: Range<Int64> = -63_082_281_600_000_000..<252_455_616_000_000_000

    /// What a cell means, where that is certain at a glance; nil where ``meaning(of:)`` has to say it.
    func plain(_ row: Row, _ place: Int) -> PlainMeaning? {
        guard dates == nil, !isPadded else { return nil }
        if let bytes = row.utf8(place) { return plain(bytes) }
        if kind == .timestamp || kind == .instant { return nil }
        switch (kind, row.value(at: place)) {
        case (.stored, _): return nil
        case (_, .null): return .null
        case (.integer(let bytes), .integer(let number)):
            let isInRange =
                bytes == 8 || (bytes == 4 ? Int32(exactly: number) != nil : Int16(exactly: number) != nil)
            return isInRange ? .integer(number) : nil
        case (.real, .real(let number)): return .real(number == 0 ? 0 : number)
        case (.decimal(let precision, let scale), let value):
            return Self.decimal(value).flatMap { $0.fits(precision, scale) ? .decimal($0) : nil }
        case (.number, let value): return Self.decimal(value).map { .decimal($0) }
        default: return nil
        }
    }

    private static func decimal(_ value: SQLValue) -> PlainDecimal? {
        switch value {
        case .integer(let number): PlainDecimal(number)
        case .real(let number): PlainDecimal(number)
        default: nil
        }
    }

    private func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> PlainMeaning? {
        switch kind {
        case .text(let limit):
            // As many characters as bytes, and no NUL.
            guard bytes.count <= limit ?? .max, bytes.isPlainASCII else { return nil }
            return .text(bytes)
        case .timestamp, .instant:
            guard case .timestamp(let timestamp) = CopyTimestampScanner.timestamp(bytes),
                let instant = timestamp.instant, Self.commonInstants.contains(instant)
            else { return nil }
            return .instant(instant)
        default: return nil
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether all bytes are those of characters from 1 to 127.
    fileprivate var isPlainASCII: Bool {
        var (high, hasNUL): (UInt8, Bool) = (0, false)
        for byte in self {
            high |= byte
            hasNUL = hasNUL || byte == 0
        }
        return high < 0x80 && !hasNUL
    }
}

extension PlainMeaning {
    /// The value that a column of PostgreSQL gets.
    func postgresValue(of kind: CopyKind) -> SQLValue {
        switch self {
        case .null: .null
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .decimal(let decimal): decimal.integer.map { .integer($0) } ?? .text(decimal.text)
        case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
        case .instant(let instant): .text(CopyTimestamp.text(instant: instant, zone: kind == .instant ? "+00" : ""))
        }
    }
}
