import BenchmarkHarness

/// Keys as the JSON text `[["EU-000",1],…]`; raw and "GRDB fastest" hand it to `json_each`.
enum KeyJSON {
    static func json(_ keys: [PersonKey]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(keys.count * 20)
        bytes.append(UInt8(ascii: "["))
        for key in keys {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "["))
            quote(key.region, into: &bytes)
            bytes.append(UInt8(ascii: ","))
            bytes.append(contentsOf: String(key.number).utf8)
            bytes.append(UInt8(ascii: "]"))
        }
        bytes.append(UInt8(ascii: "]"))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Keys of numbers: `[[1,2],[1,3]]`, or `[1,2]` where they have one column.
    static func json(_ keys: [[Int]]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(keys.count * 16)
        bytes.append(UInt8(ascii: "["))
        for key in keys {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            if key.count > 1 { bytes.append(UInt8(ascii: "[")) }
            for (index, part) in key.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.append(contentsOf: String(part).utf8)
            }
            if key.count > 1 { bytes.append(UInt8(ascii: "]")) }
        }
        bytes.append(UInt8(ascii: "]"))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func quote(_ text: String, into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(contentsOf: [hexadecimal(byte >> 4), hexadecimal(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? 48 + digit : 87 + digit
    }
}
