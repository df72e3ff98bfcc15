import ZIMOrm
import ZIMSql

/// The meaning of a cell that is told from where the engine holds it, without a copy of its text or digits: that of most
/// values of most tables. The text is valid as long as the row.
enum PlainMeaning {
    case null
    case truth(Bool)
    case integer(Int64)
    case real(Double)
    case decimal(SmallDecimal)
    case text(UnsafeBufferPointer<UInt8>)
    case day(Int64)
    case instant(Int64)
}

/// Reads what cells mean at a glance.
struct PlainReader {
    /// The years 1 to 9999, which every engine has.
    private static let commonDays: Range<Int64> = -730_119..<2_921_940
    private static let commonInstants: Range<Int64> = -63_082_281_600_000_000..<252_455_616_000_000_000

    private let kind: CopyKind
    private let isSure: Bool

    init(_ reader: ColumnReader) {
        kind = reader.kind
        isSure = reader.dates == nil && !reader.isPadded && !reader.addsZone && kind != .stored
    }

    /// What a cell means, where that is certain at a glance; nil where ``ColumnReader/meaning(of:)`` has to say it.
    func meaning(_ row: Row, _ position: Int) -> PlainMeaning? {
        guard isSure else { return nil }
        switch row.content(at: position) {
        case .null: return .null
        case .text(let bytes): return text(bytes)
        case .integer(let number): return integer(number)
        case .real(let number):
            switch kind {
            case .real: return .real(number == 0 ? 0 : number)
            case .number, .decimal: return SmallDecimal(number).flatMap { decimal($0) }
            default: return nil
            }
        case .decimal(let number): return decimal(number)
        case .days(let days): return kind == .date ? day(days) : nil
        case .instant(let instant): return kind == .timestamp || kind == .instant ? self.instant(instant) : nil
        case .other: return nil
        }
    }

    private func integer(_ number: Int64) -> PlainMeaning? {
        switch kind {
        case .integer(8): return .integer(number)
        case .integer(4): return Int32(exactly: number) == nil ? nil : .integer(number)
        case .integer(2): return Int16(exactly: number) == nil ? nil : .integer(number)
        case .boolean: return number == 0 || number == 1 ? .truth(number == 1) : nil
        case .number, .decimal: return SmallDecimal(number).flatMap { decimal($0) }
        default: return nil
        }
    }

    private func decimal(_ number: SmallDecimal) -> PlainMeaning? {
        switch kind {
        case .number: .decimal(number)
        case .decimal(let precision, let scale): number.fits(precision, scale) ? .decimal(number) : nil
        default: nil
        }
    }

    private func day(_ days: Int64) -> PlainMeaning? { Self.commonDays.contains(days) ? .day(days) : nil }

    private func instant(_ instant: Int64) -> PlainMeaning? {
        Self.commonInstants.contains(instant) ? .instant(instant) : nil
    }

    private func text(_ bytes: UnsafeBufferPointer<UInt8>) -> PlainMeaning? {
        switch kind {
        case .text(let limit):
            // As many characters as bytes, and no NUL.
            guard bytes.count <= limit ?? .max, bytes.isPlainASCII else { return nil }
            return .text(bytes)
        case .timestamp, .instant:
            guard case .timestamp(let timestamp) = CopyTimestampText.timestamp(bytes) else { return nil }
            return timestamp.instant.flatMap { instant($0) }
        case .date:
            guard case .timestamp(let timestamp) = CopyTimestampText.timestamp(bytes), timestamp.microseconds == 0
            else { return nil }
            return day(timestamp.days)
        default: return nil
        }
    }
}

extension SmallDecimal {
    /// Whether a column of NUMERIC(p, s) holds it.
    fileprivate func fits(_ precision: Int, _ scale: Int) -> Bool {
        max(0, -exponent) <= max(0, scale) && max(0, digitCount + exponent) <= precision - scale
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether all bytes are those of characters from 1 to 127.
    fileprivate var isPlainASCII: Bool {
        // What is 0 becomes 255, and the rest stays below 127.
        var high: UInt8 = 0
        for byte in self { high |= byte | (byte &- 1) }
        return high < 0x80
    }
}

extension PlainMeaning {
    /// The value that a column of PostgreSQL gets.
    func postgresValue(of kind: CopyKind) -> BulkValue {
        switch self {
        case .null: .value(.null)
        case .truth(let isTrue): .value(.integer(isTrue ? 1 : 0))
        case .integer(let number): .value(.integer(number))
        case .real(let number): .value(.real(number))
        case .decimal(let decimal): .decimal(decimal)
        case .text(let bytes): .text(bytes)
        case .day(let days): .day(days)
        case .instant(let instant): .instant(instant, isZoned: kind == .instant)
        }
    }
}
