import BenchmarkHarness
import CSQLiteRaw
import Foundation

extension Raw {
    func insert(_ seeds: [PersonSeed], _ watch: Stopwatch) throws {
        let people = seeds.map(RawPerson.init)
        try watch.measure {
            try database.transaction {
                let sql = "INSERT INTO person (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                try withStatement(sql) { statement in
                    let binder = RawBinder(statement)
                    for person in people {
                        binder.bind(person)
                        try database.check(sqlite3_step(statement), is: SQLITE_DONE)
                        sqlite3_reset(statement)
                    }
                }
            }
        }
    }

    /// One statement for each row is what one writes by hand.
    func insertlist(_ seeds: [PersonSeed], _ watch: Stopwatch) throws { try insert(seeds, watch) }

    func update(_ watch: Stopwatch) throws {
        var people: [RawPerson] = []
        try withStatement("SELECT \(Self.columns) FROM person WHERE number % 10 = 0") { statement in
            try forEachRow(of: statement) { people.append(try RawPerson($0)) }
        }
        try watch.measure {
            try database.transaction {
                try withStatement("UPDATE person SET age = ? WHERE region = ? AND number = ?") { statement in
                    let binder = RawBinder(statement)
                    for person in people {
                        person.age += 1
                        binder.start()
                        sqlite3_bind_int64(statement, 1, Int64(person.age))
                        binder.bind(person.region, 2)
                        sqlite3_bind_int64(statement, 3, Int64(person.number))
                        try database.check(sqlite3_step(statement), is: SQLITE_DONE)
                        sqlite3_reset(statement)
                    }
                }
            }
        }
    }
}

/// Binds without a copy on SQLite's side: bytes go to a buffer that lives until the next row.
final class RawBinder {
    private static let capacity = 16_384
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private let statement: OpaquePointer
    private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: RawBinder.capacity)
    private var used = 0

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    deinit {
        buffer.deallocate()
    }

    /// A new row: the bytes of the last one are done with.
    @inline(__always)
    func start() {
        used = 0
    }

    @inline(__always)
    func bind(_ person: RawPerson) {
        start()
        bind(person.region, 1)
        sqlite3_bind_int64(statement, 2, Int64(person.number))
        bind(person.firstName, 3)
        bind(person.lastName, 4)
        bind(person.email, 5)
        sqlite3_bind_int64(statement, 6, Int64(person.age))
        sqlite3_bind_double(statement, 7, person.score)
        bind(person.createdAt, 8)
        bind(person.avatar, 9)
        if let note = person.note { bind(note, 10) } else { sqlite3_bind_null(statement, 10) }
    }

    @inline(__always)
    func bind(_ text: String, _ index: CInt) {
        var text = text
        text.withUTF8 { bytes in
            guard let start = bytes.baseAddress, bytes.count <= Self.capacity - used else {
                let characters = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
                sqlite3_bind_text(statement, index, characters ?? emptyText, CInt(bytes.count), Self.transient)
                return
            }
            let target = UnsafeMutableRawPointer(buffer + used)
            target.copyMemory(from: start, byteCount: bytes.count)
            sqlite3_bind_text(statement, index, target.assumingMemoryBound(to: CChar.self), CInt(bytes.count), nil)
            used += bytes.count
        }
    }

    @inline(__always)
    func bind(_ date: Date, _ index: CInt) {
        // All texts of a row together stay far below the capacity; a row that does not fit is copied above.
        guard DateText.count <= Self.capacity - used else { return bind(DateText.string(date), index) }
        let target = buffer + used
        DateText.format(date, into: target)
        let characters = UnsafeRawPointer(target).assumingMemoryBound(to: CChar.self)
        sqlite3_bind_text(statement, index, characters, CInt(DateText.count), nil)
        used += DateText.count
    }

    @inline(__always)
    private func bind(_ data: Data, _ index: CInt) {
        data.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, bytes.count <= Self.capacity - used else {
                sqlite3_bind_blob(statement, index, bytes.baseAddress, CInt(bytes.count), Self.transient)
                return
            }
            let target = UnsafeMutableRawPointer(buffer + used)
            target.copyMemory(from: start, byteCount: bytes.count)
            sqlite3_bind_blob(statement, index, target, CInt(bytes.count), nil)
            used += bytes.count
        }
    }

    private var emptyText: UnsafePointer<CChar> {
        UnsafeRawPointer(buffer).assumingMemoryBound(to: CChar.self)
    }
}
