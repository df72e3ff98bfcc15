import TestServer
import Testing
import ZIMOrm

private final class Doc: Model {
    var year = 0, number = 0
    override class var table: String { "doc" }
    override class var primaryKey: [String] { ["year", "number"] }
    override class var relationships: [Relationship] {
        [
            .hasMany(
                "words", Word.self, through: DocWord.self, foreignKey: ["year", "number"], targetForeignKey: ["word"],
                targetReferences: ["word"]),
            .hasMany("places", DocWord.self, foreignKey: ["year", "number"]),
        ]
    }
}

private final class Word: Model {
    var id = 0, word = ""
    override class var table: String { "word" }
    override class var primaryKey: [String] { ["id"] }
}

/// Nothing keeps its key unique, and one row may lead to two words.
private final class DocWord: Model {
    var year = 0, number = 0, word = "", place = 0
    override class var table: String { "doc_word" }
    override class var primaryKey: [String] { ["word", "place"] }
}

private final class LotDoc: Model {
    var year = 0, number = 0
    override class var table: String { "doc" }
    override class var primaryKey: [String] { ["year", "number"] }
    override class var relationships: [Relationship] {
        [
            .hasMany(
                "words", Word.self, through: DocLot.self, foreignKey: ["year", "number"], targetForeignKey: ["word"],
                targetReferences: ["word"])
        ]
    }
}

/// Its key may be NULL.
private final class DocLot: Model {
    var year = 0, number = 0, word = "", lot: Int?
    override class var table: String { "doc_lot" }
    override class var primaryKey: [String] { ["lot"] }
}

/// Rows of a join table whose class has another key than its foreign keys.
@Suite(.eachEngine) struct JoinRowKeyTests {
    /// No row can be told by NULL. Where nothing keeps the key unique, the row that stays must not make up for one of another parent.
    @Test(arguments: [true, false]) func rowsWhoseKeyHoldsNull(_ isUnique: Bool) throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE doc (year INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (year, number));
            CREATE TABLE word (id INTEGER NOT NULL PRIMARY KEY, word VARCHAR(5) NOT NULL);
            CREATE TABLE doc_lot (year INTEGER NOT NULL, number INTEGER NOT NULL, word VARCHAR(5) NOT NULL, lot INTEGER\
            \(isUnique ? ", UNIQUE (lot)" : ""));
            INSERT INTO doc VALUES (2026, 1), (2026, 2);
            INSERT INTO word VALUES (1, 'x'), (2, 'y'), (3, 'z');
            INSERT INTO doc_lot VALUES (2026, 1, 'x', 5), (2026, 1, 'y', NULL), (2026, 1, 'z', NULL);
            INSERT INTO doc_lot VALUES (2026, 2, 'x', \(isUnique ? "NULL" : "5"));
            """)
        let (own, other) = (["year", "number"], ["word"])
        let changes: [(LotDoc, [Word]) throws -> Int] = [
            { try $0.remove([$1[1]], from: "words") }, { try $0.remove(Array($1[..<2]), from: "words") },
            { try $0.replace("words", with: [$1[0]]) }, { doc, _ in try doc.replace("words", with: []) },
            {
                try $0.remove(
                    [$1[0], $1[1]], through: DocLot.self, foreignKey: own, targetForeignKey: other,
                    targetReferences: other)
            },
            {
                try $0.replace(
                    with: [$1[2]], through: DocLot.self, foreignKey: own, targetForeignKey: other,
                    targetReferences: other)
            },
            { doc, _ in try doc.replace(with: [], through: DocLot.self, foreignKey: own, targetForeignKey: other) },
        ]
        for change in changes {
            let error = #expect(throws: ModelError.self) {
                try database.write { session in
                    let doc = try #require(try session.find(LotDoc.self, 2026, 1))
                    _ = try change(doc, session.query(Word.self).orderByKey().all())
                }
            }
            #expect(error?.code == .keyMissing && error?.table == "doc_lot" && error?.column == "lot")
            #expect(try database.read { try $0.query(DocLot.self).count() } == 4)
        }
        guard isUnique else { return }
        // Those that stay are not asked for a key.
        try database.write { session in
            let doc = try #require(try session.find(LotDoc.self, 2026, 1))
            #expect(try doc.remove(session.query(Word.self).filter(\.word == "x").all(), from: "words") == 1)
        }
        #expect(try database.read { try $0.query(DocLot.self).count() } == 3)
    }

    /// What was loaded by a relationship is not shown any more when its rows were changed without its name.
    @Test func loadedRelationships() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE doc (year INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (year, number));
            CREATE TABLE word (id INTEGER NOT NULL PRIMARY KEY, word VARCHAR(5) NOT NULL);
            CREATE TABLE doc_word (year INTEGER NOT NULL, number INTEGER NOT NULL, word VARCHAR(5) NOT NULL, place INTEGER NOT NULL);
            INSERT INTO doc VALUES (2026, 1);
            INSERT INTO word VALUES (1, 'x'), (2, 'y');
            INSERT INTO doc_word VALUES (2026, 1, 'x', 1);
            """)
        let (own, other) = (["year", "number"], ["word"])
        let changes: [(Doc, [Word]) throws -> Int] = [
            { doc, words in
                try doc.add(
                    words, through: DocWord.self, foreignKey: own, targetForeignKey: other, targetReferences: other)
                return words.count
            },
            { doc, words in
                try doc.remove(
                    words[0], through: DocWord.self, foreignKey: own, targetForeignKey: other, targetReferences: other)
            },
            { doc, words in
                try doc.replace(
                    with: [words[0]], through: DocWord.self, foreignKey: own, targetForeignKey: other,
                    targetReferences: other)
            },
            { doc, _ in try doc.replace(with: [], through: DocWord.self, foreignKey: own, targetForeignKey: other) },
            { doc, words in try doc.remove(words, from: "words") },
        ]
        try database.write { session in
            var results: [Int] = []
            for change in changes {
                let doc = try #require(try session.query(Doc.self).with("words").with("places").first())
                let words = try session.query(Word.self).orderByKey().all()
                #expect("\(doc.encoded())".contains("words") && "\(doc.encoded())".contains("places"))
                results.append(try change(doc, results.isEmpty ? [words[1]] : words))
                let shown = "\(doc.encoded())"
                #expect(!shown.contains("words") && !shown.contains("places"))
            }
            #expect(results == [1, 1, 1, 1, 0])
        }
    }

    /// The rows of other parents stay: one has the key of this one's.
    @Test(arguments: [1, 2]) func rowsOfOtherParents(_ sameWords: Int) throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE doc (year INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (year, number));
            CREATE TABLE word (id INTEGER NOT NULL PRIMARY KEY, word VARCHAR(5) NOT NULL);
            CREATE TABLE doc_word (year INTEGER NOT NULL, number INTEGER NOT NULL, word VARCHAR(5) NOT NULL, place INTEGER NOT NULL);
            INSERT INTO doc VALUES (2026, 1), (2026, 2);
            INSERT INTO word VALUES (1, 'x'), (2, '\(sameWords == 2 ? "x" : "y")');
            INSERT INTO doc_word VALUES (2026, 1, 'x', 1), (2026, 2, 'x', 1), (2026, 1, 'z', 1);
            """)
        let (own, other) = (["year", "number"], ["word"])
        let changes: [(Doc, [Word]) throws -> Int] = [
            { try $0.remove($1, from: "words") }, { doc, _ in try doc.replace("words", with: []) },
            {
                try $0.remove(
                    $1, through: DocWord.self, foreignKey: own, targetForeignKey: other, targetReferences: ["word"])
            },
            { doc, _ in try doc.replace(with: [], through: DocWord.self, foreignKey: own, targetForeignKey: other)
            },
        ]
        for change in changes {
            let error = #expect(throws: ModelError.self) {
                try database.write { session in
                    let doc = try #require(try session.find(Doc.self, 2026, 1))
                    _ = try change(doc, session.query(Word.self).filter(\.word == "x").all())
                }
            }
            #expect(error?.code == .conflict && error?.table == "doc_word")
            #expect(try database.read { try $0.query(DocWord.self).count() } == 3)
        }
    }
}
