#if PostgreSQL
    import Foundation
    import Testing
    import ZIMOrm

    @testable import ZIMPostgres

    /// Rows and arrays as values and as parts of keys, numbers that are none, and numerics that are whole.
    @Suite(.server) struct RowAndArrayKeyTests {
        final class Parcel: Model {
            var place = SQLValue.null
            var tags = SQLValue.null
            var number = 0
            var note: String?
            override class var table: String { "parcel" }
            override class var primaryKey: [String] { ["place", "tags", "number"] }
            override class var relationships: [Relationship] {
                [.hasMany("stops", Stop.self, foreignKey: ["place", "tags", "number"])]
            }
        }
        final class Stop: Model {
            var id = 0
            var place = SQLValue.null
            var tags = SQLValue.null
            var number: Int?
            override class var table: String { "stop" }
            override class var primaryKey: [String] { ["id"] }
            override class var relationships: [Relationship] {
                [.belongsTo("parcel", Parcel.self, foreignKey: ["place", "tags", "number"])]
            }
        }

        private static let script = """
            CREATE TYPE spot AS (street text, house integer);
            CREATE TABLE parcel (place spot NOT NULL, tags integer[] NOT NULL, number integer NOT NULL, note text,
                PRIMARY KEY (place, tags, number));
            CREATE TABLE stop (id integer PRIMARY KEY, place spot, tags integer[], number integer);
            INSERT INTO parcel VALUES (('High "St", 1', 1), '{1,2}', 1, 'a'), (('High "St", 1', 2), '{}', 1, 'b'),
                (('Low', NULL), '{NULL,3}', 2, 'c');
            INSERT INTO stop SELECT row_number() OVER (), place, tags, number FROM parcel, generate_series(1, 2);
            """

        @Test func inSingleAndInListForm() throws {
            let scratch = try Scratch(Self.script)
            try scratch.database.write { session in
                let parcels = try session.query(Parcel.self).orderBy("note").all()
                #expect(parcels.map(\.note) == ["a", "b", "c"])
                for parcel in parcels {
                    let key = parcel.keyValues
                    let found = try session.find(Parcel.self, key: key)
                    #expect(found?.note == parcel.note)
                    let single = try session.query(Parcel.self).relationships(.single).orderBy("note").all()
                    #expect(try single[0].related("stops", as: Stop.self).count == 2)
                }
                // Many at once: lazy, eager, backwards, by keys.
                for parcel in parcels { #expect(try parcel.related("stops", as: Stop.self).count == 2) }
                let eager = try session.query(Parcel.self).with("stops").orderBy("note").all()
                for parcel in eager { #expect(try parcel.related("stops", as: Stop.self).count == 2) }
                let stops = try session.query(Stop.self).orderByKey().all()
                #expect(
                    try Set(stops.map { try $0.related("parcel", as: Parcel.self).first?.note }) == ["a", "b", "c"])
                let keys: [[any SQLValueConvertible]] = parcels.map { $0.keyValues }
                #expect(try session.find(Parcel.self, keys: keys).map(\.note) == ["a", "b", "c"])
                #expect(try session.query(Parcel.self).filter(keys: keys).count() == 3)
                parcels[1].note = "changed"
                parcels[2].note = "changed"
                try session.update(parcels)
                #expect(try session.query(Parcel.self).filter("note = 'changed'").count() == 2)
                #expect(try session.delete(Parcel.self, keys: Array(keys.dropFirst())) == 2)
                #expect(try session.query(Parcel.self).all().map(\.note) == ["a"])
            }
        }

        /// The server cannot be sent a row of no type, and a text has none.
        @Test func aTextIsNoRow() throws {
            let scratch = try Scratch(Self.script)
            func error(_ body: (Session) throws -> Void) throws -> DatabaseError {
                try failure { try scratch.database.write { try body($0) } }
            }
            let key: [SQLValue] = ["(Low,)", "{NULL,3}", 2]
            let refused = try error { _ = try $0.find(Parcel.self, key: key) }
            #expect(refused.code == .value)
            #expect(
                refused.message
                    == "parameter 1 is a text that is compared with a value of a composite type, which it does not name"
            )
            #expect(
                refused.hint
                    == "Make the property a PostgresComposite or an SQLValue, or give SQLTypedText(_:type:), which names the type"
            )
            try scratch.database.write { session in
                let named = SQLValue.typed(SQLTypedText("(Low,)", type: "spot"))
                let found = try session.find(Parcel.self, key: [named, "{NULL,3}", 2])
                #expect(found?.note == "c")
            }
        }

        final class Measure: Model {
            var id = 0
            var f4: Float = 0
            var f8 = 0.0
            var exact = Decimal.zero
            var n = 0.0
            var whole = 0
            override class var table: String { "measure" }
            override class var primaryKey: [String] { ["id"] }
        }

        @Test func numbersThatAreNoneAreWrittenAsRead() throws {
            let scratch = try Scratch(
                """
                CREATE TABLE measure (id integer PRIMARY KEY, f4 real, f8 double precision, exact numeric, n numeric, whole numeric);
                INSERT INTO measure VALUES (1, 'NaN', 'NaN', 'NaN', 'NaN', 1.0), (2, 'Infinity', '-Infinity', 1.50, 'Infinity', -3.000),
                    (3, '-Infinity', 'Infinity', 0, '-Infinity', 0.00);
                """)
            let before = try scratch.database.rows("SELECT f4, f8, exact, n, whole FROM measure ORDER BY id")
            try scratch.database.write { session in
                let rows = try session.query(Measure.self).orderByKey().all()
                #expect(rows.map(\.whole) == [1, -3, 0])
                #expect(rows[0].f4.isNaN && rows[0].f8.isNaN && rows[0].exact.isNaN && rows[0].n.isNaN)
                #expect(rows[1].f4 == .infinity && rows[1].f8 == -.infinity && rows[1].n == .infinity)
                #expect(try rows.allSatisfy { try !$0.hasChanges() })
                try session.query(Measure.self).delete()
                for row in rows {
                    let copy = Measure()
                    (copy.id, copy.f4, copy.f8, copy.exact, copy.n, copy.whole) =
                        (row.id, row.f4, row.f8, row.exact, row.n, row.whole)
                    try session.insert(copy)
                }
            }
            let after = try scratch.database.rows(
                "SELECT f4, f8, exact::numeric(10, 2), n, whole FROM measure ORDER BY id")
            #expect("\(after.map { $0.prefix(2) })" == "\(before.map { $0.prefix(2) })")
            #expect(after.map { "\($0[3])" } == before.map { "\($0[3])" })
            let wrong = #expect(throws: DatabaseError.self) {
                try scratch.database.read { try $0.rows("SELECT \(Double.nan)::float8::int") }
            }
            #expect(wrong?.code == .value)
        }
    }
#endif
