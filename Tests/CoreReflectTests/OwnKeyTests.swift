import CoreReflect
import TestServer
import Testing

/// Classes with keys of their own, of two and three columns.
private enum Land {
    class Place: Reflect {
        var region = ""
        var number = 0
        var name = ""
        override class var primaryKey: [String] { ["region", "number"] }
    }
    class Visit: Reflect {
        var year = 0
        var month = 0
        var guest = ""
        var nights = 0
        var place = Place()
        override class var primaryKey: [String] { ["year", "month", "guest"] }
    }
    class Note: Reflect {
        var text = ""
        var visit: Visit?
    }
    class Legacy: Reflect {
        var code = ""
        var value: Int?
        override class func entityName() -> String { "old.codes" }
        override class var primaryKey: [String] { ["CODE NR"] }
        override class var columns: [Column] { [Column("CODE NR", \Legacy.code), Column("val", \Legacy.value)] }
    }
}

extension CoreReflectTests {
    /// Keys of several columns, as in the core.
    @Suite(.eachEngine) struct OwnKeyTests {
        private typealias Place = Land.Place
        private typealias Visit = Land.Visit
        private typealias Note = Land.Note
        private let log: LogLines

        init() throws {
            try ServedEngine.configure()
            try Place.register()
            try Visit.register()
            try Note.register()
            let place = Place()
            place.region = "north"
            place.number = 7
            place.name = "Inn"
            let visit = Visit()
            visit.year = 1998
            visit.month = 4
            visit.guest = "Ada"
            visit.nights = 3
            visit.place = place
            let note = Note()
            note.text = "kind"
            note.visit = visit
            try note.pin()
            log = LogLines()
        }

        @Test func tables() throws {
            try Visit.register()
            expectOriginal(
                log.take().first,
                #"""
                CREATE TABLE IF NOT EXISTS Visit (createdAt DATE, updatedAt DATE, "year" INTEGER NOT NULL, "month" INTEGER NOT NULL, guest TEXT NOT NULL, nights INTEGER NOT NULL, Place_region TEXT NOT NULL, Place_number INTEGER NOT NULL, PRIMARY KEY ("year", "month", guest))
                """#)
            try Note.register()
            expectOriginal(
                log.take().first,
                #"""
                CREATE TABLE IF NOT EXISTS Note (objectId INTEGER PRIMARY KEY AUTOINCREMENT, createdAt DATE, updatedAt DATE, "text" TEXT NOT NULL, Visit_year INTEGER, Visit_month INTEGER, Visit_guest TEXT)
                """#)
        }

        @Test func findAndFetch() throws {
            let visit = try #require(try Visit.findById(1998, "4", "Ada"))
            expectOriginal(
                log.take().first,
                #"SELECT * FROM Visit WHERE Visit."year" = 1998 AND Visit."month" = 4 AND Visit.guest = 'Ada'"#)
            #expect(visit.nights == 3 && visit.objectId == nil && visit.place.reference == ["north", 7])
            #expect(visit.place.name.isEmpty && !visit.place.isLoaded)
            try visit.fetch(include: Place.self)
            #expect(
                log.take().first?.contains(
                    #"INNER JOIN "Place" ON "Visit"."Place_region" = "Place"."region" AND "Visit"."Place_number" = "Place"."number""#
                ) == true)
            #expect(visit.place.name == "Inn")
            let note = try #require(try Note.findById(1, include: Visit.self, Place.self))
            #expect(note.visit?.nights == 3 && note.visit?.place.name == "Inn")
            note.visit = nil
            try note.pin()
            _ = log.take()
            let lone = try #require(try Note.findById(1, include: Visit.self, Place.self))
            #expect(lone.visit == nil && lone.text == "kind")
            try lone.fetch(include: Visit.self)
            // What hangs on a reference that may be nil may be missing with it.
            #expect(log.take().map { $0.components(separatedBy: "LEFT JOIN").count - 1 } == [2, 1])
            #expect(try Visit.findById(1998, 4, "Bob") == nil)
            let error = #expect(throws: ModelError.self) { try Visit.findById(1998) }
            #expect(error?.code == .keyMismatch)
            #expect(try Visit.findById(1998, SQLValue.null, "Ada") == nil)
        }

        @Test func pinInsertsOrUpdates() throws {
            let visit = Visit()
            visit.year = 1998
            visit.month = 4
            visit.guest = "Ada"
            visit.nights = 9
            visit.place.region = "north"
            visit.place.number = 7
            try visit.pin()
            // The row is there, so it is updated; the place is there, so it is referred to and not overwritten.
            #expect(try Visit.query().findObject().map(\.nights) == [9])
            #expect(try Place.query().findObject().map(\.name) == ["Inn"])
            #expect(try Visit.findById(1998, 4, "Ada")?.createdAt != nil)

            let other = Visit()
            other.year = 1999
            other.guest = "Ada"
            other.place.region = "south"
            try other.pin()
            #expect(try Visit.query().count() == 2)
            #expect(try Place.query().filter("region", .equals, value: "south").count() == 1)
            other.month = 5
            try other.pin()
            #expect(try Visit.query().sort("year").findObject().map(\.month) == [4, 5])
            try other.unPin()
            #expect(try Visit.query().count() == 1)
        }

        @Test func joins() throws {
            let query = Note.query().join(Visit.self).join(Place.self).filter("Place.name", .equals, value: "Inn")
            #expect(try query.findObject().map { $0.visit?.place.name } == ["Inn"])
            let other = Visit.query().join(
                Place.self, .left, foreignKey: ["Place_region", "year"], otherKey: ["region", "number"])
            #expect(try other.findObject().map(\.place.reference) == [["north", 7]])
            let error = #expect(throws: ModelError.self) {
                try Visit.query().join(Place.self, foreignKey: ["year"], otherKey: ["region", "number"]).count()
            }
            #expect(error?.code == .keyMismatch)
        }

        @Test func statementCounts() throws {
            let visit = Visit()
            visit.year = 2001
            visit.place.region = "west"
            try Visit.transaction { try visit.pin() }
            // Each own key is looked for once; both rows are written together, in a savepoint of the transaction.
            #expect(
                log.take().map { $0.split(separator: " (").first.map { String($0.prefix(24)) } } == [
                    ServedEngine.on(sqlite: "BEGIN IMMEDIATE", postgreSQL: "BEGIN", mariaDB: "START TRANSACTION"),
                    #"SELECT 1 FROM "Place" WH"#,
                    #"SELECT 1 FROM "Visit" WH"#, "SAVEPOINT zim_1",
                    #"INSERT INTO "Place""#, #"INSERT INTO "Visit""#, "RELEASE zim_1", "COMMIT",
                ])
            visit.nights = 2
            try visit.pin()
            #expect(log.take().map { $0.prefix(14) } == [#"UPDATE "Visit""#])
            try visit.place.pin()
            #expect(log.take().map { $0.prefix(14) } == [#"UPDATE "Place""#])
        }

        @Test func referencesOfSeveralColumns() throws {
            try Note.index("visit")
            #expect(
                log.take().first.map(ServedEngine.inSQLitesWords)
                    == #"CREATE INDEX IF NOT EXISTS "index_Note_on_Visit_year_and_Visit_month_and_Visit_guest" ON "Note" ("Visit_year", "Visit_month", "Visit_guest")"#
            )
            let error = #expect(throws: ModelError.self) { try Note.query().filter("visit", .is, value: nil).count() }
            #expect(error?.hint == "Name one of (Visit_year, Visit_month, Visit_guest)")
            #expect(try Note.query().filter("Visit_month", .equals, value: "4").count() == 1)
            _ = log.take()
            let part = try #require(try Note.query().fields("objectId", "visit").findObject().first)
            expectOriginal(log.take().first, "SELECT objectId, Visit_year, Visit_month, Visit_guest FROM Note")
            #expect(part.text.isEmpty && part.visit?.reference == [1998, 4, "Ada"])
            let note = try #require(try Note.findById(1))
            note.visit = nil
            try note.pin()
            #expect(try Note.query().filter("Visit_guest", .is, value: nil).count() == 1)
        }

        /// With a part of it, a row that something else has changed since would refer to a row that nobody wanted.
        @Test func aReferenceIsWrittenAsAWhole() throws {
            let note = try #require(try Note.findById(1, include: Visit.self))
            let other = Visit()
            (other.year, other.month, other.guest) = (1998, 5, "Ada")
            other.place = try #require(try Place.findById("north", 7))
            try other.pin()
            try ServedEngine.send(#"UPDATE "Note" SET "Visit_year" = 1999"#)
            note.visit = other
            try note.pin()
            #expect(try Note.findById(1)?.visit?.reference == [1998, 5, "Ada"])
            try ServedEngine.send(#"UPDATE "Note" SET "Visit_year" = 1999"#)
            note.text = "unkind"
            try note.pin()
            #expect(try Note.findById(1)?.visit?.reference == [1999, 5, "Ada"])
        }

        @Test func columnsOfAnExistingTable() throws {
            try ServedEngine.fill(
                Reflect.settings.getConnection().database,
                #"CREATE TABLE "old.codes" ("CODE NR" TEXT PRIMARY KEY, val INT, more INT); INSERT INTO "old.codes" VALUES ('a', 1, 2)"#
            )
            let found = try #require(try Land.Legacy.findById("a"))
            #expect(found.value == 1)
            found.value = nil
            try found.pin()
            let new = Land.Legacy()
            new.code = "b"
            new.value = 5
            try new.pin()
            #expect(
                try Land.Legacy.query().filter("old.codes.value", .is, value: nil).findObject().map(\.code) == ["a"])
            #expect(try Land.Legacy.query().sort("code", .desc).findObject().map(\.value) == [5, nil])
        }
    }
}
