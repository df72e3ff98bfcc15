// The code of Documentation/DefaultFilters.md.
import Foundation
import ZIMOrm

// snippet.class
enum Tenant {
    @TaskLocal static var current = 0
}

final class Note: Model {
    var tenant = 0, number = 0, text = ""
    var deleted: Date?
    override class var primaryKey: [String] { ["tenant", "number"] }
    override class var defaultFilter: DefaultFilter? {
        DefaultFilter(\Note.deleted == nil && \Note.tenant == Tenant.current)
    }
    func comments() throws -> [Comment] { try hasMany(Comment.self, foreignKey: ["tenant", "note"]) }
}

final class Comment: Model {
    var tenant = 0, note = 0, number = 0, text = ""
    var deleted: Date?
    override class var primaryKey: [String] { ["tenant", "note", "number"] }
    override class var defaultFilter: DefaultFilter? { DefaultFilter(\Comment.deleted == nil) }
}
// snippet.end

let database = try Database.inMemory()
try database.execute(
    """
    CREATE TABLE "Note" (tenant INTEGER, number INTEGER, text TEXT, deleted TEXT, PRIMARY KEY (tenant, number));
    CREATE TABLE "Comment" (tenant INTEGER, note INTEGER, number INTEGER, text TEXT, deleted TEXT,
        PRIMARY KEY (tenant, note, number));
    INSERT INTO "Note" VALUES (1, 7, 'hello', NULL), (1, 8, 'old', '2026-01-02'), (2, 7, 'other', NULL);
    INSERT INTO "Comment" VALUES (1, 7, 1, 'first', NULL), (1, 7, 2, 'spam', '2026-01-03');
    """)
let trace = database.trace { if !$0.isTransactionControl { print("   ", $0) } }

// snippet.use
try Tenant.$current.withValue(1) {
    try database.read { session in
        let note = try session.find(Note.self, 1, 7)
        let count = try session.query(Note.self).filter(\.text != "").count()
        print(note?.text ?? "none", count, try note?.comments().count ?? 0)
    }
}
// snippet.end

try Tenant.$current.withValue(1) {
    try database.write { session in
        // snippet.unfiltered
        let deleted = try session.query(Note.self).unfiltered().filter(\.deleted != nil).all()
        let all = try session.unfiltered { session in
            try session.find(Note.self, 1, 7)?.comments() ?? []  // the deleted ones, too
        }
        // snippet.end
        print(deleted.map(\.text), all.map(\.text))
    }
}

extension Note {
    // snippet.delete
    func softDelete() throws {
        deleted = Date()
        try save()
    }
    // snippet.end
}
try Tenant.$current.withValue(1) {
    try database.find(Note.self, 1, 7)?.softDelete()
    print(try database.find(Note.self, 1, 7)?.text ?? "none")
}
_ = trace
