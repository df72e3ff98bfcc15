#if PostgreSQL
    import Foundation
    import Synchronization
    import Testing

    @testable import ZIMOrm

    /// Keys of types that only a server has: found, listed, followed and written, two and three columns wide.
    @Suite(.server) struct KeyTypeTests {
        final class Slot: Model {
            var place = UUID()
            var day = Date(timeIntervalSince1970: 0)
            var mood = ""
            var price: Decimal?
            override class var table: String { "slot" }
            override class var primaryKey: [String] { ["place", "day", "mood"] }
            override class var isAutoIncremented: Bool { false }
            override class var columns: [Column] {
                [
                    Column("place", \Slot.place), Column("day", \Slot.day, date: .date), Column("mood", \Slot.mood),
                    Column("price", \Slot.price),
                ]
            }
            func bookings() throws -> [Booking] {
                try hasMany(Booking.self, foreignKey: ["slot_place", "slot_day", "slot_mood"])
            }
        }

        final class Booking: Model {
            var amount = Decimal()
            var at = Date(timeIntervalSince1970: 0)
            var place: UUID?
            var day: Date?
            var mood: String?
            override class var table: String { "booking" }
            override class var primaryKey: [String] { ["amount", "at"] }
            override class var isAutoIncremented: Bool { false }
            override class var columns: [Column] {
                [
                    Column("amount", \Booking.amount), Column("at", \Booking.at), Column("slot_place", \Booking.place),
                    Column("slot_day", \Booking.day, date: .date), Column("slot_mood", \Booking.mood),
                ]
            }
            func slot() throws -> Slot? {
                try belongsTo(Slot.self, foreignKey: ["slot_place", "slot_day", "slot_mood"])
            }
        }

        final class Area: Model {
            var zone = 0, code = "", name = ""
            override class var table: String { "area" }
            override class var primaryKey: [String] { ["zone", "code"] }
        }

        final class Part: Model {
            var zone = 0, number = 0, code: String?
            override class var table: String { "part" }
            override class var primaryKey: [String] { ["zone", "number"] }
            override class var relationships: [Relationship] {
                [.belongsTo("area", Area.self, foreignKey: ["zone", "code"])]
            }
        }

        /// Beside CHAR(8), the server takes 'abc' and 'abc ' for one: a join would multiply the rows.
        @Test func paddedForeignKeys() throws {
            let scratch = try Scratch(
                """
                CREATE TABLE area (zone integer, code varchar(20), name text NOT NULL, PRIMARY KEY (zone, code));
                CREATE TABLE part (zone integer, number integer, code char(8), PRIMARY KEY (zone, number));
                INSERT INTO area VALUES (1, 'abc', 'one'), (1, 'abc ', 'two'), (1, 'x', 'three');
                INSERT INTO part VALUES (1, 1, 'abc'), (1, 2, 'x'), (1, 3, 'y')
                """)
            try scratch.database.read { session in
                let query = try session.query(Part.self).orderByKey()
                let error = #expect(throws: ModelError.self) { try query.with(joined: "area").all() }
                #expect(error?.code == .query)
                for parts in [try query.all(), try query.with("area").all()] {
                    let areas = try parts.map { try $0.related("area", as: Area.self).map(\.name) }
                    #expect(areas.map(\.count) == [1, 1, 0] && areas[1] == ["three"])
                }
                #expect(try query.all().count == 3)
            }
        }

        /// Swift's String takes é for e with a combining accent; the server does not.
        @Test func labelsWithOtherBytesAreOtherKeys() throws {
            let scratch = try Scratch(
                """
                CREATE TYPE mood AS ENUM (U&'\\00e9', U&'e\\0301');
                CREATE TABLE slot (mood mood, day date, place uuid, price numeric(8, 2), PRIMARY KEY (place, day, mood));
                CREATE TABLE booking (amount numeric, at timestamptz, slot_day date, slot_mood mood, slot_place uuid,
                    PRIMARY KEY (amount, at));
                INSERT INTO slot VALUES (U&'\\00e9', '2026-11-21', '\(Self.places[0])', 1),
                    (U&'e\\0301', '2026-11-21', '\(Self.places[0])', 2);
                INSERT INTO booking VALUES (1, '2026-11-21', '2026-11-21', U&'\\00e9', '\(Self.places[0])'),
                    (2, '2026-11-21', '2026-11-21', U&'e\\0301', '\(Self.places[0])')
                """)
            let labels = ["\u{e9}", "e\u{301}"]
            try scratch.database.write { session in
                let slots = try session.find(Slot.self, keys: labels.map { [Self.places[0], Self.day, $0] })
                #expect(slots.map(\.price) == [1, 2])
                let bookings = try session.query(Booking.self).orderByKey().all()
                #expect(try bookings.map { try $0.slot()?.price } == [1, 2])
                #expect(try slots.map { try $0.bookings().map(\.amount) } == [[1], [2]])
                for (booking, label) in zip(bookings, labels.reversed()) {
                    booking.mood = label
                    #expect(try booking.hasChanges())
                    try booking.save()
                }
            }
            try scratch.database.read { session in
                let moods = try session.query(Booking.self).orderByKey().all().map { Array(($0.mood ?? "").utf8) }
                #expect(moods == labels.reversed().map { Array($0.utf8) })
            }
        }

        private static let day = Date(timeIntervalSince1970: 1_795_219_200)  // 2026-11-21
        private static let places = (0..<3).map { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $0 + 1)) }

        private func makeDatabase() throws -> Scratch {
            let scratch = try Scratch(
                """
                CREATE TYPE mood AS ENUM ('sad', 'ok, "fine"', 'glad');
                CREATE TABLE slot (mood mood, day date, place uuid, price numeric(8, 2), PRIMARY KEY (place, day, mood));
                CREATE TABLE booking (amount numeric, at timestamptz, slot_day date, slot_mood mood, slot_place uuid,
                    PRIMARY KEY (amount, at), FOREIGN KEY (slot_place, slot_day, slot_mood) REFERENCES slot (place, day, mood))
                """)
            try scratch.database.write { session in
                var slots: [Slot] = []
                for place in Self.places {
                    for mood in ["sad", "ok, \"fine\"", "glad"] {
                        let slot = Slot()
                        (slot.place, slot.day, slot.mood, slot.price) = (
                            place, Self.day, mood, Decimal(string: "10.25")
                        )
                        slots.append(slot)
                    }
                }
                try session.insert(slots)
                var bookings: [Booking] = []
                for (index, slot) in slots.enumerated() {
                    for number in 0..<2 {
                        let booking = Booking()
                        booking.amount = Decimal(string: "\(index).5\(number)") ?? 0
                        booking.at = Self.day.addingTimeInterval(Double(index) + 0.125)
                        (booking.place, booking.day, booking.mood) = (slot.place, slot.day, slot.mood)
                        bookings.append(booking)
                    }
                }
                try session.insert(bookings)
            }
            return scratch
        }

        @Test func siblingsAreFollowedInOneStatementBothWays() throws {
            let scratch = try makeDatabase()
            let sent = Mutex<[StatementTrace]>([])
            let subscription = scratch.database.trace { trace in
                if !trace.isTransactionControl { sent.withLock { $0.append(trace) } }
            }
            defer { subscription.cancel() }
            try scratch.database.read { session in
                let slots = try session.query(Slot.self).orderByKey().all()
                #expect(slots.count == 9)
                let amounts = try slots.map { try $0.bookings().map(\.amount).sorted() }
                #expect(amounts.map(\.count) == Array(repeating: 2, count: 9))
                #expect(Set(amounts.flatMap { $0 }).count == 18)
                let bookings = try session.query(Booking.self).all()
                let isOwn = try bookings.map { booking in
                    let slot = try booking.slot()
                    return slot?.place == booking.place && slot?.mood == booking.mood && slot?.day == booking.day
                }
                #expect(!isOwn.contains(false))
            }
            let texts = sent.withLock { $0.map(\.sql) }
            #expect(texts.count == 4)
            #expect(
                texts[1] == """
                    SELECT "booking"."amount", "booking"."at", "booking"."slot_place", "booking"."slot_day", \
                    "booking"."slot_mood", (zim_keys.ordinal - 1) AS zim_key FROM unnest($1::uuid[], $2::mood[]) \
                    WITH ORDINALITY AS zim_keys(k0, k2, ordinal) JOIN "booking" ON \
                    "booking"."slot_place" = zim_keys.k0 AND "booking"."slot_day" = $3 AND \
                    "booking"."slot_mood" = zim_keys.k2
                    """)
        }

        @Test func findChangeAndDeleteByKey() throws {
            let scratch = try makeDatabase()
            try scratch.database.write { session in
                let slot = try #require(try session.find(Slot.self, Self.places[1], Self.day, "ok, \"fine\""))
                #expect(slot.price == Decimal(string: "10.25"))
                #expect(try !slot.hasChanges())
                // Where a key is looked up, any spelling of it does.
                #expect(try session.find(Slot.self, Self.places[1].uuidString, "2026-11-21", "glad") != nil)
                let found = try session.find(
                    Slot.self,
                    keys: [
                        [Self.places[2], Self.day, "sad"], [Self.places[0], Self.day, "glad"],
                        [UUID(), Self.day, "sad"],
                    ])
                #expect(found.map(\.mood) == ["sad", "glad"])
                for booking in try slot.bookings() { try booking.delete() }
                slot.mood = "glad"
                let error = #expect(throws: DatabaseError.self) { try session.transaction { try $0.save(slot) } }
                #expect(error?.constraint?.kind == .primaryKey)
                #expect(error?.constraint?.columns == ["place", "day", "mood"])
                slot.mood = "ok, \"fine\""
                slot.day = Self.day.addingTimeInterval(86_400)
                slot.price = Decimal(string: "99.99")
                try slot.save()
                try slot.reload()
                #expect(slot.price == Decimal(string: "99.99"))
                try slot.delete()
                #expect(try session.query(Slot.self).count() == 8)
                // Two bookings of that slot are gone, and the list of keys finds the others.
                let list = try session.query(Booking.self).filter(keys: [["0.50", Self.day.addingTimeInterval(0.125)]])
                #expect(try list.count() == 1)
                #expect(try list.delete() == 1)
                #expect(try session.query(Booking.self).count() == 15)
            }
        }

        @Test func aValueThatIsNoneOfTheTypeIsToldByName() throws {
            let scratch = try makeDatabase()
            let error = try failure {
                try scratch.database.read { _ = try $0.find(Slot.self, Self.places[0], Self.day, "angry") }
            }
            #expect(error.code == .value)
            #expect(error.message == "invalid input value for enum mood: \"angry\"")
        }
    }

    /// Many composite keys at once, beside the same join written by hand.
    @Suite(.server, .serialized) struct ManyKeysTests {
        final class Entry: Model {
            var a = 0
            var b = ""
            var label = ""
            override class var table: String { "entry" }
            override class var primaryKey: [String] { ["a", "b"] }
        }

        @Test func fiveThousandKeysAreOneStatement() throws {
            let scratch = try Scratch(
                """
                CREATE TABLE entry (a integer, b text, label text NOT NULL, PRIMARY KEY (a, b));
                INSERT INTO entry SELECT i, 'k' || i % 100, 'row ' || i FROM generate_series(1, 200000) AS i;
                ANALYZE entry
                """)
            let keys = (1...5_000).map { [$0 * 37, "k\($0 * 37 % 100)"] as [any SQLValueConvertible] }
            try scratch.database.read { session in
                let sent = Mutex(0)
                let subscription = scratch.database.trace { _ in sent.withLock { $0 += 1 } }
                let found = try session.find(Entry.self, keys: keys)
                subscription.cancel()
                #expect(found.count == 5_000)
                #expect(found.first?.label == "row 37" && found.last?.label == "row 185000")
                #expect(sent.withLock { $0 } == 1)
                let lists: [SQLValue] = [
                    .text("{" + (1...5_000).map { "\($0 * 37)" }.joined(separator: ",") + "}"),
                    .text("{" + (1...5_000).map { "k\($0 * 37 % 100)" }.joined(separator: ",") + "}"),
                ]
                let hand: SQL = """
                    SELECT t.a, t.b, t.label FROM unnest(\(lists[0])::integer[], \(lists[1])::text[]) AS k(a, b)
                    JOIN entry AS t ON t.a = k.a AND t.b = k.b
                    """
                let plan = try session.rows("EXPLAIN \(hand)").map { "\($0[0])" }.joined()
                #expect(plan.contains("entry_pkey") || plan.contains("Hash Join"))
                var times: [Duration] = [.zero, .zero]
                for _ in 0..<3 {
                    times[0] += try ContinuousClock().measure { _ = try session.find(Entry.self, keys: keys) }
                    times[1] += try ContinuousClock().measure { _ = try session.rows(hand) }
                }
                print("5,000 composite keys: models \(times[0] / 3), rows by hand \(times[1] / 3)")
            }
        }
    }
#endif
