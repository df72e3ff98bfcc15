#if MySQL
    import Foundation
    import Testing
    import ZIMOrm

    /// Types that MariaDB has and MySQL has not, and those of Foundation's classes.
    @Suite(.server) struct OwnTypeTests {
        final class Host: Model {
            var tenant = 0, id = UUID()
            var address: String?, name: String?
            override class var table: String { "host" }
            override class var primaryKey: [String] { ["tenant", "id"] }
        }

        /// MariaDB takes no number beside a UUID, and no other type's values beside an address.
        @Test(.mariaDB) func upsertsByKeysOfTypesOfItsOwn() throws {
            let database = try Server.database(
                """
                CREATE TABLE host (tenant INT, id UUID, address INET6, name VARCHAR(20), PRIMARY KEY (tenant, id),
                    UNIQUE KEY (tenant, address));
                """)
            func host(_ tenant: Int, _ id: UUID, _ address: String, _ name: String) -> Host {
                let host = Host()
                (host.tenant, host.id, host.address, host.name) = (tenant, id, address, name)
                return host
            }
            let ids = (0..<3).map { _ in UUID() }
            try database.write { session in
                try session.insert([host(1, ids[0], "::1", "a"), host(1, ids[1], "::2", "b")])
                try session.upsert(host(1, ids[0], "::1", "c"))
                try session.upsert([host(1, ids[1], "::2", "d"), host(2, ids[1], "::2", "e")])
                let late = host(1, ids[2], "::1", "f")
                try session.upsert(late, on: ["tenant", "address"])
                #expect(late.id == ids[0])
                let other = Server.error { try session.upsert(host(1, ids[2], "::2", "g")) }
                #expect(other?.code == .constraint && other?.constraint?.kind == .unique)
                let names = try session.query(Host.self).orderBy(\.name).all().map { "\($0.tenant) \($0.name ?? "")" }
                #expect(names == ["1 d", "2 e", "1 f"])
            }
        }

        final class Visit: Model {
            var station = 0, at = NSDate(timeIntervalSince1970: 0)
            var day: NSDate?
            override class var table: String { "visit" }
            override class var primaryKey: [String] { ["station", "at"] }
        }

        @Test func datesOfFoundationsClass() throws {
            let database = try Server.database(
                "CREATE TABLE visit (station INT, at DATETIME(3), day DATE, PRIMARY KEY (station, at))")
            let at = NSDate(timeIntervalSince1970: 1_772_282_096.789)
            try database.write { session in
                let visit = Visit()
                (visit.station, visit.at, visit.day) = (1, at, NSDate(timeIntervalSince1970: 1_772_236_800))
                try session.insert(visit)
                #expect(
                    try session.rows("SELECT CAST(at AS CHAR), CAST(day AS CHAR) FROM visit").map(\.values) == [
                        ["2026-02-28 12:34:56.789", "2026-02-28"]
                    ])
                let found = try #require(try session.find(Visit.self, 1, at))
                #expect(try found.at == at && found.day == visit.day && !found.hasChanges())
                #expect(try session.find(Visit.self, keys: [[1, at], [2, at]]).count == 1)
                found.day = NSDate(timeIntervalSince1970: 1_772_236_801)
                let time = #expect(throws: ModelError.self) { try session.save(found) }
                #expect(
                    time?.column == "day" && time?.message.hasSuffix("has a time, which a DATE does not keep") == true)
                for (seconds, reason) in [(1e12, ": it is a date in a year that the column cannot hold"), (.nan, "")] {
                    found.day = nil
                    found.at = NSDate(timeIntervalSince1970: seconds)
                    let error = #expect(throws: ModelError.self) { try session.save(found) }
                    #expect(error?.code == .value && error?.column == "at")
                    #expect(error?.message.hasSuffix(reason) == true, "\(error?.message ?? "")")
                }
                // No row can have the one, and the other is no date.
                let far = NSDate(timeIntervalSince1970: 1e12), none = NSDate(timeIntervalSince1970: .nan)
                #expect(try session.find(Visit.self, 1, far) == nil)
                #expect(throws: ModelError.self) { _ = try session.find(Visit.self, 1, none) }
                #expect(try session.query(Visit.self).count() == 1)
            }
        }

        final class Flag: Model {
            var tenant = 0, isOn = false
            var wasOn = false, name: String?
            override class var table: String { "flag" }
            override class var primaryKey: [String] { ["tenant", "isOn"] }
        }

        /// The words for true and false in columns of text, with any collation.
        @Test func booleansAmongTexts() throws {
            let words = ["t", "T", "true", "True", "TRUE", "1", "f", "F", "false", "False", "FALSE", "0"]
            for collation in ["utf8mb4_bin", "utf8mb4_unicode_ci", "latin1_swedish_ci"] {
                let set = collation.prefix { $0 != "_" }
                let rows = words.enumerated().map { "(\($0), '\($1)', '\(words[$0 % 6])', '\($1)')" }
                let database = try Server.database(
                    """
                    CREATE TABLE flag (tenant INT, isOn VARCHAR(9), wasOn VARCHAR(9), name VARCHAR(9),
                        PRIMARY KEY (tenant, isOn)) CHARACTER SET \(set) COLLATE \(collation);
                    INSERT INTO flag VALUES \(rows.joined(separator: ", "));
                    """)
                try database.write { session in
                    let query = try session.query(Flag.self)
                    #expect(try query.filter(\.isOn == true).count() == 6 && query.filter(\.isOn != true).count() == 6)
                    #expect(try query.filter("isOn = FALSE AND wasOn = TRUE").all().count == 6)
                    #expect(try query.filter(.in(\.wasOn, [false])).count() == 0)
                    #expect(try query.filter(\.isOn == \.wasOn).count() == 6)
                    for number in 0..<12 {
                        let found = try #require(try session.find(Flag.self, number, number < 6))
                        #expect(found.name == words[number])
                        let other = try session.find(Flag.self, number, number >= 6)
                        #expect(other == nil)
                    }
                    let keys = (0..<12).map { [$0, true] as [any SQLValueConvertible] }
                    #expect(try session.find(Flag.self, keys: keys).map(\.tenant) == Array(0..<6))
                    #expect(try session.delete(Flag.self, keys: keys) == 6)
                    #expect(try query.count() == 6)
                }
            }
        }
    }
#endif
