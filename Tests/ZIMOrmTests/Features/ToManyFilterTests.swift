import TestServer
import Testing
import ZIMOrm

/// Filters whose paths lead to several rows.
@Suite(.eachEngine) struct ToManyFilterTests {
    private final class Maker: Model {
        var pk: Int?
        var name = ""
        override class var relationships: [Relationship] { [.hasMany("items", Item.self, foreignKey: ["maker"])] }
    }

    private final class Item: Model {
        var pk: Int?
        var maker: Int?
        var box: Int?
        var price: Int?
        var title = ""
        override class var relationships: [Relationship] {
            [
                .belongsTo("maker", Maker.self, foreignKey: ["maker"]),
                .hasMany("tags", Tag.self, through: Tie.self, foreignKey: ["item"], targetForeignKey: ["tag"]),
            ]
        }
    }

    private final class Tag: Model {
        var pk: Int?
        var word = ""
    }

    private final class Tie: Model {
        var item = 0, tag = 0
        override class var primaryKey: [String] { ["item", "tag"] }
    }

    /// A legacy table without a key, with equal rows and bytes in them.
    private final class Box: Model {
        var number = 0
        var picture: [UInt8] = []
        override class var primaryKey: [String] { [] }
        override class var relationships: [Relationship] {
            [
                .hasMany("items", Item.self, foreignKey: ["box"], references: ["number"]),
                .hasOne("label", Label.self, foreignKey: ["box"], references: ["number"]),
                .hasOne("note", Note.self, foreignKey: ["box"], references: ["number"]),
            ]
        }
    }

    private final class Label: Model {
        var pk: Int?
        var box: Int?
        var text: String?
    }

    private final class Note: Model {
        var pk: Int?
        var box: Int?
        var text: String?
    }

    private func database() throws -> Database {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE "Maker" (pk INTEGER PRIMARY KEY, name TEXT NOT NULL);
            CREATE TABLE "Item" (pk INTEGER PRIMARY KEY, maker INTEGER, box INTEGER, price INTEGER, title TEXT NOT NULL);
            CREATE TABLE "Tag" (pk INTEGER PRIMARY KEY, word TEXT NOT NULL);
            CREATE TABLE "Tie" (item INTEGER, tag INTEGER, PRIMARY KEY (item, tag));
            CREATE TABLE "Box" (number INTEGER NOT NULL, picture BLOB NOT NULL);
            CREATE TABLE "Label" (pk INTEGER PRIMARY KEY, box INTEGER UNIQUE, text TEXT);
            CREATE TABLE "Note" (pk INTEGER PRIMARY KEY, box INTEGER, text TEXT);
            INSERT INTO "Label" VALUES (1, 7, 'seven'), (2, 8, 'eight');
            INSERT INTO "Note" VALUES (1, 8, 'eight'), (2, 8, 'again');
            INSERT INTO "Maker" VALUES (1, 'a'), (2, 'b'), (3, 'none');
            INSERT INTO "Item" VALUES (1, 1, 7, 10, 'x'), (2, 1, 7, 20, 'y'), (3, 2, 8, NULL, 'x'), (4, 2, 7, 30, 'z');
            INSERT INTO "Tag" VALUES (1, 'old'), (2, 'red');
            INSERT INTO "Tie" VALUES (1, 1), (1, 2), (4, 2);
            INSERT INTO "Box" VALUES (7, x'00FF'), (7, x'00FF'), (7, x'00FF'), (8, x'01'), (9, x'');
            """)
        return database
    }

    private func expect(
        _ makers: [Int], _ session: Session, _ filter: PredicateText, location: SourceLocation = #_sourceLocation
    ) throws {
        let found = try session.query(Maker.self).filter(filter).orderByKey().all().map(\.pk)
        #expect(found == makers, "\(filter)", sourceLocation: location)
    }

    @Test func equalRowsOfATableWithoutAKeyAreAllCounted() throws {
        try database().write { session in
            let query = try session.query(Box.self).filter("items.price >= \(10)")
            #expect(
                try query.sql.withQuestionMarks == #"""
                    SELECT "Box"."number", "Box"."picture" FROM "Box" WHERE EXISTS (SELECT 1 FROM "Item" AS "items" WHERE "items"."box" = "Box"."number" AND "items"."price" >= ?)
                    """#)
            #expect(try query.count() == 3)
            #expect(try query.all().count == 3)
            #expect(try query.sum(\.number) == 21)
            let log = StatementLog(session.database)
            _ = try query.count()
            #expect(log.sql.first?.hasPrefix(#"SELECT count(*) FROM "Box" WHERE EXISTS"#) == true)
            #expect(try query.update(.set(\.number, 70)) == 3)
            #expect(try session.query(Box.self).filter("items.title = 'x'").delete() == 1)
            #expect(try session.query(Box.self).count() == 4)
        }
    }

    @Test func eachComparisonHoldsForAnyRow() throws {
        try database().read { session in
            try expect([1, 2], session, "items.price > 15")
            // One item costs 10, another is called y: no single one needs to be both.
            try expect([1], session, "items.price = 10 AND items.title = 'y'")
            try expect([1, 2], session, "items.price = 10 OR items.title = 'z'")
            try expect([1, 2], session, "items.price <> 10")
            try expect([2], session, "items.price BETWEEN 25 AND 40")
            try expect([], session, "items.title CONTAINS 'Y'")
            try expect([1], session, "items.title =[c] 'Y'")
            try expect([1], session, "items.price / 10 = items.pk")
            try expect([1], session, "pk = items.pk")
            try expect([2, 3], session, "name = 'none' OR items.price = 30")
        }
    }

    @Test func notIsForNone() throws {
        try database().read { session in
            try expect([3], session, "NOT items.price > 15")
            try expect([3], session, "items.title NOT IN ('y', 'z')")
            try expect([2, 3], session, "NOT items.title IN ('y')")
            try expect([1, 3], session, "items.price NOT BETWEEN 25 AND 40")
            try expect([1, 3], session, "items.title NOT LIKE 'z'")
            try expect([2], session, "items.price = NULL")
            try expect([3], session, "NOT items.pk <> NULL")
            try expect([2], session, "NOT items.price IN (10) AND pk NOT IN (3)")
            try expect([1, 3], session, "items.price NOT IN (30, NULL)")
            try expect([3], session, "items.price NOT IN \([10, nil] as [Int?])")
            try expect([1, 3], session, "items.price NOT IN (NULL)")
            try expect([1], session, "pk NOT IN (2, 3, NULL)")
        }
    }

    @Test func pathsGoOnBehindSeveralRows() throws {
        try database().read { session in
            let query = try session.query(Maker.self).filter("items.tags.word = \("red")").orderByKey()
            #expect(
                try query.sql.withQuestionMarks.hasSuffix(
                    #"""
                    WHERE EXISTS (SELECT 1 FROM "Item" AS "items" INNER JOIN "Tie" AS "items.tags.link" ON "items.tags.link"."item" = "items"."pk" INNER JOIN "Tag" AS "items.tags" ON "items.tags"."pk" = "items.tags.link"."tag" WHERE "items"."maker" = "Maker"."pk" AND "items.tags"."word" = ?) ORDER BY "Maker"."pk"
                    """#))
            #expect(try query.all().map(\.pk) == [1, 2])
            // To one row, to several and to one again: the row behind it may be missing.
            let items = try session.query(Item.self).filter("maker.items.maker.name = 'a' AND tags.word = 'old'")
            #expect(try items.all().map(\.pk) == [1])
            #expect(
                try items.sql.withQuestionMarks.contains(
                    #"""
                    FROM "Maker" AS "maker" INNER JOIN "Item" AS "maker.items" ON "maker.items"."maker" = "maker"."pk" LEFT JOIN "Maker" AS "maker.items.maker" ON
                    """#))
            #expect(try session.query(Item.self).filter("maker.items.price = 30").count() == 2)
        }
    }

    @Test func pathsToOneRowStayJoins() throws {
        try database().read { session in
            let query = try session.query(Item.self).filter("maker.name = 'a' AND maker.pk > 0").orderBy("maker.name")
            #expect(try query.sql.withQuestionMarks.contains(#"FROM "Item" LEFT JOIN "Maker" AS "maker" ON"#))
            #expect(try !query.sql.contains("EXISTS"))
            #expect(try query.count() == 2)
        }
    }

    @Test func whatTheDatabaseKeepsUniqueIsJoined() throws {
        try database().read { session in
            let labelled = try session.query(Box.self).filter("label.text = 'seven'")
            #expect(try labelled.sql.withQuestionMarks.contains(#"LEFT JOIN "Label" AS "label" ON"#))
            #expect(try labelled.count() == 3)
            #expect(try session.query(Box.self).filter("label.text = NULL").count() == 1)
            // The class says that there is one, the database holds two.
            let noted = try session.query(Box.self).filter("note.text <> NULL")
            #expect(try noted.sql.contains("WHERE EXISTS (SELECT 1 FROM"))
            #expect(try noted.count() == 1)
        }
    }

    @Test func nothingIsOrderedBySeveralRows() throws {
        try database().read { session in
            let query = try session.query(Maker.self).orderBy("items.price")
            let error = #expect(throws: ModelError.self) { try query.all() }
            #expect(error?.code == .query)
            #expect(error?.message == #""Maker" cannot be ordered by "items.price": a row may have several "items""#)
            let nested = try session.query(Item.self).orderBy("maker.items.price")
            #expect(throws: ModelError.self) { try nested.all() }
        }
    }

    @Test func aRelationshipsFilterMayAskForSeveralRows() throws {
        try database().read { session in
            let maker = try #require(try session.find(Maker.self, 1))
            let tagged = try maker.hasMany(
                Item.self, foreignKey: ["maker"], options: [.filter("tags.word = \("old")"), .limit(5)])
            #expect(tagged.map(\.pk) == [1])
        }
    }
}
