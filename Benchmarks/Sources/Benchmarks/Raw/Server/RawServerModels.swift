#if PostgreSQL
    import BenchmarkHarness
    import CPostgresRaw
    import Foundation

    /// A row of a result in the binary form.
    struct RawServerRow {
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

    final class RawServerPerson: PersonFields {
        let region: String
        let number: Int
        let firstName: String
        let lastName: String
        let email: String
        var age: Int
        let score: Double
        let createdAt: Date
        let avatar: Data
        let note: String?
        var phones: [RawServerPhone] = []

        init(_ row: RawServerRow) {
            region = row.text(0)
            number = row.int4(1)
            firstName = row.text(2)
            lastName = row.text(3)
            email = row.text(4)
            age = row.int4(5)
            score = row.float8(6)
            createdAt = row.timestamp(7)
            avatar = row.bytes(8)
            note = row.optionalText(9)
        }

        init(_ seed: PersonSeed) {
            region = seed.region
            number = seed.number
            firstName = seed.firstName
            lastName = seed.lastName
            email = seed.email
            age = seed.age
            score = seed.score
            createdAt = seed.createdAt
            avatar = seed.avatar
            note = seed.note
        }
    }

    final class RawServerBrief: BriefFields {
        let region: String
        let number: Int
        let firstName: String
        let lastName: String
        let email: String
        let age: Int
        let score: Double
        let note: String?

        init(_ row: RawServerRow) {
            region = row.text(0)
            number = row.int4(1)
            firstName = row.text(2)
            lastName = row.text(3)
            email = row.text(4)
            age = row.int4(5)
            score = row.float8(6)
            note = row.optionalText(7)
        }
    }

    final class RawServerPhone: PhoneFields {
        let id: Int
        let personRegion: String
        let personNumber: Int
        let label: String
        let value: String

        init(_ row: RawServerRow) {
            id = row.int8(0)
            personRegion = row.text(1)
            personNumber = row.int4(2)
            label = row.text(3)
            value = row.text(4)
        }
    }

    final class RawServerStudent {
        let number: Int
        let school: String
        let name: String
        let year: Int
        var courses: [RawServerCourse] = []

        init(_ row: RawServerRow) {
            school = row.text(0)
            number = row.int4(1)
            name = row.text(2)
            year = row.int4(3)
        }
    }

    final class RawServerCourse {
        let faculty: String
        let code: Int
        let title: String
        let hours: Int

        init(_ row: RawServerRow, from column: Int32) {
            faculty = row.text(column)
            code = row.int4(column + 1)
            title = row.text(column + 2)
            hours = row.int4(column + 3)
        }
    }
#endif
