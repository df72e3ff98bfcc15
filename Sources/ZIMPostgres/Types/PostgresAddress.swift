#if PostgreSQL
    import Foundation
    public import ZIMDb

    /// An address of a host with the length of its network's prefix: `inet`.
    ///
    /// ```swift
    /// let host = try PostgresInet("10.0.0.1/24")          // 10.0.0.1/24
    /// try session.find(Access.self, 3, host)              // also as a part of a key
    /// ```
    ///
    /// Source: <https://www.postgresql.org/docs/15/datatype-net-types.html>
    public struct PostgresInet: PostgresNativeValue, CustomStringConvertible {
        /// 4 bytes of IPv4, or 16 of IPv6.
        public let address: [UInt8]
        /// The bits that name the network: 32 or 128 for a host alone.
        public let prefixLength: Int

        /// - Throws: `ValueMismatch` for a text that is no address.
        public init(_ text: String) throws { try self.init(column: .text(text)) }

        public init(column value: SQLValue) throws {
            let parsed = try AddressParts(value, of: Self.self, "an address")
            (address, prefixLength) = (parsed.bytes, parsed.prefixLength)
        }

        /// Whether it is an address of IPv6.
        public var isIPv6: Bool { address.count == 16 }
        public static var postgresType: String { "inet" }
        public var description: String { postgresText }

        public var postgresText: String {
            let host = AddressParts.text(address)
            return prefixLength == address.count * 8 ? host : host + "/\(prefixLength)"
        }
    }

    /// A network: `cidr`. The bits behind the prefix are 0.
    ///
    /// ```swift
    /// let network = try PostgresCIDR("10.1.0.0/16")
    /// if network.contains(try PostgresInet("10.1.2.3")) { … }
    /// ```
    ///
    /// Source: <https://www.postgresql.org/docs/15/datatype-net-types.html>
    public struct PostgresCIDR: PostgresNativeValue, CustomStringConvertible {
        /// 4 bytes of IPv4, or 16 of IPv6.
        public let address: [UInt8]
        /// The bits that name the network.
        public let prefixLength: Int

        /// - Throws: `ValueMismatch` for a text that is no network, and for one with bits behind its prefix.
        public init(_ text: String) throws { try self.init(column: .text(text)) }

        public init(column value: SQLValue) throws {
            let parsed = try AddressParts(value, of: Self.self, "a network")
            guard parsed.bytes == AddressParts.network(of: parsed.bytes, parsed.prefixLength) else {
                throw ValueMismatch(value: value, type: "PostgresCIDR", reason: "has bits behind its prefix")
            }
            (address, prefixLength) = (parsed.bytes, parsed.prefixLength)
        }

        /// Whether a host's address lies in the network.
        public func contains(_ host: PostgresInet) -> Bool {
            host.address.count == address.count && host.prefixLength >= prefixLength
                && AddressParts.network(of: host.address, prefixLength) == address
        }

        public static var postgresType: String { "cidr" }
        public var description: String { postgresText }
        public var postgresText: String { AddressParts.text(address) + "/\(prefixLength)" }
    }

    /// The bytes of an address and its prefix.
    private struct AddressParts {
        let bytes: [UInt8]
        let prefixLength: Int

        init<T>(_ value: SQLValue, of type: T.Type, _ what: String) throws {
            let (text, _) = try PostgresText.text(of: value, type)
            guard let parts = AddressParts(text) else {
                throw ValueMismatch(value: value, type: "\(type)", reason: "is not \(what) of IPv4 or IPv6")
            }
            self = parts
        }

        private init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard let host = parts.first, parts.count <= 2 else { return nil }
            let isIPv6 = host.contains(":")
            var bytes = [UInt8](repeating: 0, count: isIPv6 ? 16 : 4)
            guard inet_pton(isIPv6 ? AF_INET6 : AF_INET, String(host), &bytes) == 1 else { return nil }
            var length = bytes.count * 8
            if parts.count == 2 {
                guard !parts[1].isEmpty, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                    let given = Int(parts[1]),
                    given <= length
                else { return nil }
                length = given
            }
            (self.bytes, prefixLength) = (bytes, length)
        }

        static func network(of bytes: [UInt8], _ length: Int) -> [UInt8] {
            bytes.enumerated().map { index, byte in
                let kept = min(8, max(0, length - index * 8))
                return kept == 8 ? byte : byte & ~(0xFF >> UInt8(kept))
            }
        }

        /// As the server prints it: the longest run of zeros as `::`, and IPv4 inside of IPv6 with points.
        static func text(_ bytes: [UInt8]) -> String {
            let points = { (bytes: ArraySlice<UInt8>) in bytes.map(String.init).joined(separator: ".") }
            guard bytes.count == 16 else { return points(bytes[...]) }
            let words = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
            let run = longestZeros(words)
            let isMapped = run.lowerBound == 0 && (run.count == 6 || (run.count == 5 && words[5] == 0xFFFF))
            var text = ""
            var position = 0
            while position < 8 {
                if position == run.lowerBound, run.count > 1 {
                    text += "::"
                    position = run.upperBound
                    continue
                }
                if !text.isEmpty, !text.hasSuffix(":") { text += ":" }
                if position == 6, isMapped { return text + points(bytes[12...]) }
                text += String(words[position], radix: 16)
                position += 1
            }
            return text
        }

        private static func longestZeros(_ words: [UInt16]) -> Range<Int> {
            var best = 0..<0
            var position = 0
            while position < words.count {
                let end = words[position...].firstIndex { $0 != 0 } ?? words.count
                if end - position > best.count { best = position..<end }
                position = end + 1
            }
            return best.count > 1 ? best : 0..<0
        }
    }
#endif
