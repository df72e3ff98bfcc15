#if PostgreSQL
    import CPostgresRaw
    import Foundation

    /// A row of a result in the binary form.
    struct RawServerRow: RawServerValues {
        let result: OpaquePointer
        let row: Int32

        @inline(__always)
        private func load<Number: FixedWidthInteger>(_ column: Int32, _ type: Number.Type) -> Number {
            Number(bigEndian: UnsafeRawPointer(PQgetvalue(result, row, column)).loadUnaligned(as: type))
        }

        @inline(__always)
        func int4(_ column: Int32) -> Int { Int(load(column, Int32.self)) }

        @inline(__always)
        func int8(_ column: Int32) -> Int { Int(load(column, Int64.self)) }

        @inline(__always)
        func float8(_ column: Int32) -> Double { Double(bitPattern: load(column, UInt64.self)) }

        @inline(__always)
        func timestamp(_ column: Int32) -> Date { RawServerTime.date(load(column, Int64.self)) }

        @inline(__always)
        func text(_ column: Int32) -> String {
            let start = UnsafeRawPointer(PQgetvalue(result, row, column)).assumingMemoryBound(to: UInt8.self)
            let bytes = UnsafeBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
            return String(decoding: bytes, as: UTF8.self)
        }

        @inline(__always)
        func optionalText(_ column: Int32) -> String? {
            PQgetisnull(result, row, column) == 1 ? nil : text(column)
        }

        @inline(__always)
        func bytes(_ column: Int32) -> Data {
            Data(bytes: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        }
    }
#endif
