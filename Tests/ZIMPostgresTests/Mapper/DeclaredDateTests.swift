#if PostgreSQL
    import Foundation
    import Testing
    import ZIMOrm

    /// The server's own types for dates have one form each: what a class declares for texts does not cut off or move a time.
    @Suite(.server) struct DeclaredDateTests {
        class Stay: Model {
            var house = 0
            var at = Date(timeIntervalSince1970: 0)
            var label = ""
            var seen: Date?
            override class var table: String { "stay" }
            override class var primaryKey: [String] { ["house", "at"] }
        }

        final class Listed: Stay {
            override class var forms: [String: ColumnForm] { ["at": .date(.dateTime), "seen": .date(.dateTime)] }
        }
        final class Based: Stay { override class var dateFormat: DateFormat? { .dateTime } }
        final class Local: Stay {
            override class var dateFormat: DateFormat? {
                .dateTime(in: TimeZone(identifier: "America/Sao_Paulo") ?? .gmt)
            }
        }
        final class Days: Stay { override class var dateFormat: DateFormat? { .unixSeconds } }

        static let classes: [Stay.Type] = [Listed.self, Based.self, Local.self, Days.self]

        /// The hours by which the clocks of a class's columns without a zone are ahead of Greenwich.
        private static func hours(_ type: Stay.Type, _ column: String) -> Double {
            type == Local.self && column == "timestamp" ? -3 : 0
        }

        private func database(_ type: Stay.Type, _ column: String) throws -> Database {
            let scratch = try Scratch(
                "CREATE TABLE stay (house bigint, at \(column), label text, seen \(column), PRIMARY KEY (house, at))")
            var options = DatabaseOptions()
            options.connectionSetup = ["SET TimeZone = 'Asia/Tokyo'"]
            let database = try Database(url: scratch.url, options: options)
            let shift = Self.hours(type, column)
            try database.execute(
                SQL(
                    unsafe: """
                        INSERT INTO stay SELECT n, (t AT TIME ZONE 'UTC' + interval '\(shift) hours')\(column == "timestamp" ? "" : " AT TIME ZONE 'UTC'"), l
                        FROM (VALUES (1, timestamptz '2024-07-01 10:00:00.123456+00', 'micro'), (2, '2024-07-01 10:00:00+00', 'whole')) AS v (n, t, l);
                        UPDATE stay SET seen = at
                        """))
            return database
        }

        @Test(arguments: ["timestamptz", "timestamp"], [0, 1, 2, 3])
        func timesAreThoseOfTheColumn(_ column: String, _ number: Int) throws {
            let type = Self.classes[number]
            let database = try database(type, column)
            let moment = Date(timeIntervalSince1970: 1_719_828_000)
            let shift = Self.hours(type, column)
            func stored(_ session: Session, _ house: Int) throws -> [String] {
                try session.rows(
                    """
                    SELECT to_char((seen \(unsafe: column == "timestamp" ? "" : "AT TIME ZONE 'UTC'")) - make_interval(hours => \(Int(shift))),
                    'HH24:MI:SS.US') FROM stay WHERE house = \(house)
                    """
                ).map { try $0.get(0) }
            }
            try database.write { session in
                let loaded = try session.query(type).orderBy("house").all()
                #expect(loaded.map(\.at) == [moment + 0.123456, moment])
                let found = try loaded.map { try session.find(type, $0.house, $0.at)?.label }
                #expect(found == ["micro", "whole"])
                #expect(
                    try session.find(type, keys: loaded.map { [$0.house, $0.at] }).map(\.label).sorted()
                        == ["micro", "whole"])
                for model in loaded { try session.upsert(model) }
                #expect(try session.query(type).count() == 2)
                #expect(try session.query(type).filter("seen = \(moment)").all().map(\.label) == ["whole"])
                #expect(try session.query(type).filter("seen > \(moment)").all().map(\.label) == ["micro"])
                let fine = moment + 0.123456
                for condition: PredicateText in [
                    "seen = \(fine)", "seen IN (\(fine), \(fine + 1))", "seen BETWEEN \(fine) AND \(fine)",
                    "seen >= \(fine)",
                ] {
                    #expect(try session.query(type).filter(condition).all().map(\.label) == ["micro"])
                }
                // A change of the fraction alone is a change.
                loaded[0].seen = moment
                #expect(try loaded[0].changedColumns() == ["seen"])
                try session.save(loaded[0])
                #expect(try stored(session, 1) == ["10:00:00.000000"])
                let made = (3...5).map { house in
                    let model = type.init()
                    (model.house, model.at, model.seen) = (house, moment, moment + Double(house) / 8)
                    return model
                }
                try session.insert(made[0])
                try session.insert(Array(made[1...]))
                let times = try (3...5).flatMap { try stored(session, $0) }
                #expect(times == ["10:00:00.375000", "10:00:00.500000", "10:00:00.625000"])
                try session.reload(made[1])
                #expect(made[1].seen == moment + 0.5)
            }
        }

        @Test(arguments: [0, 1, 2, 3]) func aDayKeepsNoTime(_ number: Int) throws {
            let type = Self.classes[number]
            let scratch = try Scratch(
                "CREATE TABLE stay (house bigint, at date, label text, seen date, PRIMARY KEY (house, at)); INSERT INTO stay VALUES (2, '2024-07-01', 'day', NULL)"
            )
            let midnight = Date(timeIntervalSince1970: 1_719_792_000 + (type == Local.self ? 3 * 3600 : 0))
            try scratch.database.write { session in
                let found = try session.find(type, 2, midnight)
                #expect(found?.at == midnight)
                let late = type.init()
                (late.house, late.at) = (3, midnight + 0.5)
                let calls: [() throws -> Void] = [
                    { try session.insert(late) }, { _ = try session.find(type, 2, midnight + 36_000) },
                ]
                for call in calls {
                    let error = #expect(throws: (any Error).self) { try session.transaction { _ in try call() } }
                    #expect("\(error as Any)".contains("has a time, which a DATE does not keep"))
                }
                let count = try session.query(type).count()
                #expect(count == 1)
            }
        }

        /// What was read on the server is written to a file in the form that the class declares for it.
        @Test func aFileHasTheDeclaredForm() throws {
            let server = try database(Listed.self, "timestamptz")
            let file = try Database.inMemory()
            try file.execute(
                "CREATE TABLE stay (house INTEGER, at TEXT, label TEXT, seen TEXT, PRIMARY KEY (house, at))")
            let model = try #require(try server.read { try $0.query(Listed.self).orderBy("house").last() })
            try file.write { try $0.insert(model) }
            #expect(
                try file.rows("SELECT house, at, seen FROM stay") == [
                    [2, "2024-07-01 10:00:00", "2024-07-01 10:00:00"]
                ])
            try file.write { session in
                #expect(try session.find(Listed.self, 2, model.at)?.label == "whole")
                model.label = "copy"
                try session.save(model)
            }
            #expect(try file.rows("SELECT label FROM stay") == [["copy"]])
        }
    }
#endif
