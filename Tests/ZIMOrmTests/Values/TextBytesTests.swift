import Foundation
import Testing
import ZIMOrm

private enum Archive {
    final class Work: Model {
        var shelf = 0, title = Data(), note = ""
        override class var table: String { "work" }
        override class var primaryKey: [String] { ["shelf", "title"] }
        override class var relationships: [Relationship] {
            [.hasMany("loans", Loan.self, foreignKey: ["shelf", "title"])]
        }
    }

    final class Loan: Model {
        var id = 0, shelf = 0, title = Data()
        override class var table: String { "loan" }
        override class var primaryKey: [String] { ["id"] }
        override class var relationships: [Relationship] {
            [.belongsTo("work", Work.self, foreignKey: ["shelf", "title"])]
        }
        func work() throws -> Work? { try belongsTo(Work.self, foreignKey: ["shelf", "title"]) }
    }

    /// The same rows, with what the engine holds.
    final class AnyWork: Model {
        var shelf = 0, title = SQLValue.null, note = ""
        override class var table: String { "work" }
        override class var primaryKey: [String] { ["shelf", "title"] }
    }
}

/// A text of SQLite that is not UTF-8 is read as its bytes, and found and written as the text that it is.
@Suite struct TextBytesTests {
    private let database: Database

    /// `'Mä'` and `'ü'` in Latin-1 between other texts, and the byte of the `'ü'` as a blob.
    init() throws {
        database = try Database.inMemory()
        let script: [SQL] = [
            "CREATE TABLE work (shelf INTEGER, title TEXT, note TEXT NOT NULL DEFAULT '', PRIMARY KEY (shelf, title))",
            """
            CREATE TABLE loan (id INTEGER PRIMARY KEY, shelf INTEGER, title TEXT,
                FOREIGN KEY (shelf, title) REFERENCES work)
            """,
            """
            INSERT INTO work (shelf, title) VALUES (1, 'a'), (1, CAST(x'4de4' AS TEXT)), (1, CAST(x'fc' AS TEXT)), (1, 'z'),
                (2, x'fc')
            """,
            "INSERT INTO loan (shelf, title) SELECT shelf, title FROM work ORDER BY shelf, title",
        ]
        try database.write { session in for sql in script { try session.execute(sql) } }
    }

    private static let titles = [Data([0x4D, 0xE4]), Data("a".utf8), Data("z".utf8)]
    private static let umlaut = Data([0xFC])

    private func rows(_ session: Session) throws -> [[SQLValue]] {
        try session.rows("SELECT shelf, typeof(title), hex(title), note FROM work ORDER BY shelf, title").map(\.values)
    }

    @Test func rowsAreFoundByWhatTheyHold() throws {
        try database.read { session in
            let works = try session.query(Archive.Work.self).orderByKey().all()
            #expect(works.map(\.title) == Self.titles + [Self.umlaut, Self.umlaut])
            let many = (0..<600).map { Data([0xFF, UInt8($0 / 256), UInt8($0 % 256)]) }
            for work in works {
                let (title, count) = (work.title, work.title == Self.umlaut ? 2 : 1)
                let query = try session.query(Archive.Work.self)
                #expect(try query.filter(\.title == title).count() == count)
                #expect(try query.filter(\.title != title).count() == 5 - count)
                #expect(try query.filter("title = \(title)").count() == count)
                #expect(try query.filter(.in(\.title, [title] + many)).count() == count)
                #expect(try session.find(Archive.Work.self, work.shelf, title)?.title == title)
                #expect(try session.find(Archive.Work.self, keys: [[work.shelf, title]]).count == 1)
                // With those of JSON's texts, as parameters, and packed.
                for length in [0, 2, 600] {
                    let keys =
                        [[work.shelf, title] as [any SQLValueConvertible]] + many.prefix(length).map { [1, $0] }
                    #expect(try query.filter(keys: keys).count() == 1)
                }
                #expect(try work.hasMany(Archive.Loan.self, foreignKey: ["shelf", "title"]).count == 1)
            }
            let packed = (0..<6_000).map {
                [3, Data([0xFF, UInt8($0 / 256), UInt8($0 % 256)])] as [any SQLValueConvertible]
            }
            #expect(try session.query(Archive.Work.self).filter(keys: [[1, Self.umlaut]] + packed).count() == 1)
            let loans = try session.query(Archive.Loan.self).orderByKey().all()
            #expect(try loans.map { try $0.work()?.title } == works.map(\.title))
            #expect(try loans.map { try $0.work()?.shelf } == [1, 1, 1, 1, 2])
        }
    }

    @Test(arguments: [true, false]) func pagesHoldEachRowOnce(_ ascending: Bool) throws {
        try database.read { session in
            let all = Self.titles + [Self.umlaut]
            let query = try session.query(Archive.Work.self).filter(\.shelf == 1)
                .orderBy("title", ascending: ascending).limit(1)
            var titles: [Data] = []
            var page = try query.all()
            while let last = page.last, titles.count < 9 {
                titles.append(last.title)
                page = try query.after(last).all()
            }
            #expect(titles == (ascending ? all : all.reversed()))
            let values = try session.query(Archive.AnyWork.self).filter(\.shelf == 1)
                .orderBy("title", ascending: ascending).limit(1)
            var read: [SQLValue] = []
            var found = try values.all()
            while let last = found.last, read.count < 9 {
                read.append(last.title)
                found = try values.after(last).all()
            }
            let texts: [SQLValue] = [.blob([0x4D, 0xE4]), "a", "z", .blob([0xFC])]
            #expect(read == (ascending ? texts : texts.reversed()))
        }
    }

    @Test func theyStayTexts() throws {
        try database.write { session in
            let works = try session.query(Archive.Work.self).orderByKey().all()
            for work in works {
                work.note = "saved"
                try session.save(work)
                try session.reload(work)
                work.note = "upserted"
                try session.upsert(work)
            }
            for work in works { work.note = "listed" }
            try session.save(works)
            try session.upsert(works)
            // Filled by hand, it is the row's key as well.
            let work = Archive.Work()
            (work.shelf, work.title, work.note) = (1, Self.umlaut, "by hand")
            try session.upsert(work)
            for value in try session.query(Archive.AnyWork.self).filter(\.shelf == 2).all() {
                value.note = "value"
                try session.upsert(value)
            }
            #expect(
                try rows(session) == [
                    [1, "text", "4DE4", "listed"], [1, "text", "61", "listed"], [1, "text", "7A", "listed"],
                    [1, "text", "FC", "by hand"], [2, "blob", "FC", "value"],
                ])
            let loan = Archive.Loan()
            loan.id = 9
            try loan.set(works[0], foreignKey: ["shelf", "title"])
            try session.insert(loan)
            #expect(try session.value("SELECT typeof(title) FROM loan WHERE id = 9", as: String.self) == "text")
            #expect(try session.query(Archive.Loan.self).filter(\.title == works[0].title).delete() == 2)
            try session.delete(works[0])
            let values = try session.query(Archive.AnyWork.self).filter(\.shelf == 1).orderByKey().all()
            for value in values { value.note = "any" }
            try session.upsert(values)
            #expect(
                try rows(session) == [
                    [1, "text", "61", "any"], [1, "text", "7A", "any"], [1, "text", "FC", "any"],
                    [2, "blob", "FC", "value"],
                ])
        }
    }

    /// What is said of the key is SQL that finds the row.
    @Test(.showingValues) func messagesNameTheText() throws {
        let error = #expect(throws: ModelError.self) {
            try database.write { session in
                let work = try session.query(Archive.Work.self).orderByKey().first()
                try session.execute("DELETE FROM loan")
                try session.execute("DELETE FROM work")
                try work?.save()
                work?.note = "gone"
                try work?.save()
            }
        }
        #expect(error?.code == .rowNotFound)
        #expect(error?.message.contains("(shelf = 1, title = CAST(x'4de4' AS TEXT))") == true, "\(error as Any)")
    }
}
