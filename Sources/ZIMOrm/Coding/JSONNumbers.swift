import Foundation

/// Numbers of a JSON text that its decoder would round: a `Decimal` holds 38 digits.
enum JSONNumbers {
    private static let mostDigits = 38

    /// The first number with more digits than a `Decimal` holds, zeros at its ends aside.
    static func beyondDecimal(in json: Data) -> String? {
        // A short text has none, and most are.
        guard json.count > mostDigits else { return nil }
        return json.withUnsafeBytes { bytes in
            var index = 0
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "\"") {
                    index = behindString(bytes, index + 1)
                } else if isDigit(bytes[index]) {
                    let end = bytes[index...].firstIndex { !isNumber($0) } ?? bytes.count
                    let number = bytes[index..<end]
                    if number.count > mostDigits, digitCount(number) > mostDigits {
                        return String(decoding: number, as: UTF8.self)
                    }
                    index = end
                } else {
                    index += 1
                }
            }
            return nil
        }
    }

    private static func behindString(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index + 1
    }

    private static func digitCount(_ number: Slice<UnsafeRawBufferPointer>) -> Int {
        let mantissa = number.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
        var digits = mantissa.filter(isDigit)[...]
        while digits.first == UInt8(ascii: "0") { digits.removeFirst() }
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        return digits.count
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private static func isNumber(_ byte: UInt8) -> Bool {
        isDigit(byte)
            || [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-")].contains(
                byte)
    }
}
