import Foundation
import TestServer
import Testing
import ZIMOrm

/// Classes whose keys are another value in each new model, as generated ones have: what nobody has set is filled in all the same.
@Suite(.eachEngine) struct VaryingKeyTests {
    final class Post: Model {
        var tenant = UUID(), id = UUID()
        override class var table: String { "post" }
        override class var primaryKey: [String] { ["tenant", "id"] }
        override class var relationships: [Relationship] {
            [
                .hasMany(
                    "tags", Tag.self, through: PostTag.self, foreignKey: ["tenant", "post"],
                    targetForeignKey: ["tenant", "tag"]),
                .hasMany("notes", Note.self, foreignKey: ["tenant", "post"]),
            ]
        }
    }

    final class Tag: Model {
        var tenant = UUID(), id = UUID()
        override class var table: String { "tag" }
        override class var primaryKey: [String] { ["tenant", "id"] }
    }

    final class PostTag: Model {
        var tenant = UUID(), post = UUID(), tag = UUID()
        override class var table: String { "post_tag" }
        override class var primaryKey: [String] { ["tenant", "post", "tag"] }
    }

    final class Note: Model {
        var tenant = UUID(), post = UUID(), number = 0
        override class var table: String { "note" }
        override class var primaryKey: [String] { ["tenant", "post", "number"] }

        convenience init(_ number: Int) {
            self.init()
            self.number = number
        }
    }

    /// Beside a key that is a point in time, one that is not.
    final class Visit: Model {
        var day = Date(), number = 0
        override class var table: String { "visit" }
        override class var primaryKey: [String] { ["day", "number"] }
    }

    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE post (tenant VARCHAR(36), id VARCHAR(36), PRIMARY KEY (tenant, id));
            CREATE TABLE tag (tenant VARCHAR(36), id VARCHAR(36), PRIMARY KEY (tenant, id));
            CREATE TABLE post_tag (tenant VARCHAR(36), post VARCHAR(36), tag VARCHAR(36), PRIMARY KEY (tenant, post, tag));
            CREATE TABLE note (tenant VARCHAR(36), post VARCHAR(36), number INTEGER, PRIMARY KEY (tenant, post, number));
            """)
    }

    private func post(with tags: Int, in session: Session) throws -> (Post, [Tag]) {
        let post = Post()
        let all = (0..<tags).map { _ in
            let tag = Tag()
            tag.tenant = post.tenant
            return tag
        }
        try session.save([post] as [Model] + all)
        return (post, all)
    }

    @Test func newChildren() throws {
        try database.write { session in
            let (post, _) = try post(with: 0, in: session)
            try post.add([Note(1), Note(2)], to: "notes")
            let third = Note(3)
            try third.set(post, foreignKey: ["tenant", "post"])
            try third.save()
            #expect(try post.related("notes", as: Note.self).map(\.number).sorted() == [1, 2, 3])
            try post.replace("notes", with: [Note(4)], dependent: .delete)
            #expect(try post.related("notes", as: Note.self).map(\.number) == [4])
        }
    }

    @Test func joinTables() throws {
        try database.write { session in
            let (post, tags) = try post(with: 3, in: session)
            try post.add(tags, to: "tags")
            #expect(try Set(post.related("tags", as: Tag.self).map(\.id)) == Set(tags.map(\.id)))
            try post.replace("tags", with: [tags[0]])
            #expect(try post.related("tags", as: Tag.self).map(\.id) == [tags[0].id])
        }
    }

    /// What one parent has filled in is not changed by another one.
    @Test func parentsThatDiffer() throws {
        try database.write { session in
            let (post, _) = try post(with: 0, in: session)
            let (other, tags) = try self.post(with: 1, in: session)
            let error = #expect(throws: ModelError.self) { try post.add(tags, to: "tags") }
            #expect(error?.code == .sharedColumn && error?.column == "tenant", "\(error as Any)")
            #expect(try session.query(PostTag.self).count() == 0)
            let note = Note(1)
            try note.set(post, foreignKey: ["tenant", "post"])
            #expect(throws: ModelError.self) { try note.set(other, foreignKey: ["tenant", "post"]) }
            #expect(note.tenant == post.tenant && note.post == post.id)
            // The same parent once more is no other one.
            try note.set(post, foreignKey: ["tenant", "post"])
            // Nor is a parent of the tenant that the caller has given, by which the link belongs to it from then on.
            let link = PostTag()
            link.tenant = post.tenant
            try link.set(post, foreignKey: ["tenant", "post"])
            #expect(throws: ModelError.self) { try link.set(tags[0], foreignKey: ["tenant", "tag"]) }
        }
    }

    @Test func fixedInitialValuesThatWereChanged() throws {
        let visit = Visit()
        visit.number = 7
        let parent = Visit()
        (parent.day, parent.number) = (Date(timeIntervalSince1970: 86_400), 1)
        let error = #expect(throws: ModelError.self) { try visit.set(parent, foreignKey: ["day", "number"]) }
        #expect(error?.code == .sharedColumn && error?.column == "number", "\(error as Any)")
        visit.number = 0
        try visit.set(parent, foreignKey: ["day", "number"])
        #expect(visit.day == parent.day && visit.number == 1)
    }
}
