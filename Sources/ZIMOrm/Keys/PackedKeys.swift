import ZIMDb

/// Any number of keys with bytes, real numbers or texts with NUL in two parameters, bit for bit: JSON has no exact form of
/// these, and a list of values as long as this has more parameters than SQLite takes.
///
/// ```sql
/// SELECT CASE … WHEN 0 THEN substr(?1, zim_set.value ->> '$[0][1]', zim_set.value ->> '$[0][2]') … END AS k0
///   FROM json_each(?)          -- [[[0,1,16],"a"],[[0,17,16],"b"]]
/// ```
///
/// All bytes stand one behind the other in one parameter, and the JSON says where. A real number is a whole number times two
/// powers of two, which multiply without rounding: there are at most 98 of these, bound as they are.
struct PackedKeys: SQLRenderable, Hashable {
    private let columns: Int
    private var json = "["
    // Never empty: SQLite takes nothing of an empty one, where an empty part is meant.
    private var bytes: [UInt8] = [0]
    /// 2⁻³¹ to 1, and the powers of 2³².
    private var factors: [Double] = []

    /// From how many parameters on keys are packed.
    static let leastParameters = 10_000

    /// Keys that no row can have are left out: NULL and NaN equal nothing.
    init(_ keys: KeyList) {
        columns = keys.width
        var positions: [Double: Int] = [:]
        for index in 0..<keys.count {
            var parts: [String] = []
            for part in 0..<keys.width {
                guard let text = pack(keys.part(part, of: index), &positions) else { break }
                parts.append(text)
            }
            guard parts.count == keys.width else { continue }
            json += (json.utf8.count > 1 ? ",[" : "[") + parts.joined(separator: ",") + "]"
        }
        json += "]"
    }

    private mutating func pack(_ value: SQLValue, _ positions: inout [Double: Int]) -> String? {
        switch value {
        case .integer(let number): return String(number)
        case .blob(let blob): return pack(blob, kind: 0)
        case .text(let text): return KeyJSON.string(text) ?? pack(Array(text.utf8), kind: 1)
        case .real(let number): return pack(number, &positions)
        case .typed(let typed): return typed.textBytes.map { pack($0, kind: 1) }
        case .null: return nil
        }
    }

    private mutating func pack(_ more: [UInt8], kind: Int) -> String {
        defer { bytes += more }
        return "[\(kind),\(bytes.count + 1),\(more.count)]"
    }

    private mutating func pack(_ number: Double, _ positions: inout [Double: Int]) -> String? {
        if number.isNaN { return nil }
        if number == 0 { return "0" }
        if number.isInfinite {
            return "[2,\(position(of: .infinity, &positions)),\(position(of: 1, &positions)),\(number < 0 ? -1 : 1)]"
        }
        // The position of the last bit, as a multiple of 32 less what is over.
        let exponent = Swift.max(Int(number.exponent) - 52, -1074)
        let large = Int((Double(exponent) / 32).rounded(.up)) * 32
        guard let whole = Int64(exactly: number / Double(sign: .plus, exponent: exponent, significand: 1)) else {
            return nil
        }
        let powers = [large, exponent - large].map { Double(sign: .plus, exponent: $0, significand: 1) }
        return "[2,\(position(of: powers[0], &positions)),\(position(of: powers[1], &positions)),\(whole)]"
    }

    private mutating func position(of factor: Double, _ positions: inout [Double: Int]) -> Int {
        if let known = positions[factor] { return known }
        positions[factor] = factors.count
        factors.append(factor)
        return factors.count - 1
    }

    /// `(SELECT … AS k0, … AS k1 FROM json_each(?) AS zim_set) AS zim_keys`
    func write(to writer: inout SQLWriter) throws {
        let names = MadeUpNames(in: writer)
        let set = names("set")
        writer.raw("(SELECT ")
        var bytesName: String?
        for part in 0..<columns {
            let path = "\(set).value ->> '$[\(part)]"
            writer.raw(part > 0 ? ", CASE" : "CASE")
            writer.raw(" json_type(\(set).value, '$[\(part)]') WHEN 'array' THEN CASE \(path)[0]' WHEN 2 THEN ")
            if factors.isEmpty {
                writer.raw("NULL")
            } else {
                // The small one first: what lies between is exact then.
                writer.raw("\(path)[3]'")
                try writeFactor("\(path)[2]'", &writer)
                try writeFactor("\(path)[1]'", &writer)
            }
            for kind in [0, 1] {
                writer.raw(kind == 0 ? " WHEN 0 THEN substr(" : " ELSE CAST(substr(")
                if let bytesName {
                    writer.raw(bytesName)
                } else {
                    try writer.bind(.blob(bytes))
                    bytesName = "?\(writer.parameters.count)"
                }
                writer.raw(", \(path)[1]', \(path)[2]')")
            }
            writer.raw(" AS TEXT) END ELSE \(path)' END AS k\(part)")
        }
        writer.raw(" FROM json_each(")
        try writer.bind(.text(json))
        writer.raw(") AS \(set)) AS \(names("keys"))")
    }

    private func writeFactor(_ position: String, _ writer: inout SQLWriter) throws {
        writer.raw(" * (SELECT column2 FROM (VALUES ")
        for (number, factor) in factors.enumerated() {
            writer.raw(number > 0 ? ", (\(number), " : "(\(number), ")
            try writer.bind(.real(factor))
            writer.raw(")")
        }
        writer.raw(") WHERE column1 = \(position))")
    }
}
