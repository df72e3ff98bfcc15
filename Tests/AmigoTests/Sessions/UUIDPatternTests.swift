import Amigo
import TestServer
import Testing

private class Tag: AmigoModel { var id = 0; var objId: String?; var other: UUID? }

/// The bytes of a UUID are no text in which something can be looked for.
@Suite(.eachEngine) struct UUIDPatternTests {
    @Test func aPatternIsRefused() throws {
        let tag = ORMModel(
            Tag.self, table: "tag", IntegerField("id", primaryKey: true), UUIDField("objId"), UUIDField("other"))
        let amigo = try Amigo([tag], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        let session = amigo.session
        let made = Tag()
        made.objId = "abc3a3e7-0000-4000-8000-000000000002"
        made.other = UUID(uuidString: "abc3a3e7-0000-4000-8000-000000000003")
        try session.add(made)
        for (name, filter) in [
            ("objId", "objId BEGINSWITH 'abc3'"), ("objId", "objId LIKE 'abc3%'"),
            ("objId", "NOT objId CONTAINS[c] 'C3A3'"),
            ("other", "other ENDSWITH '03'"),
        ] {
            let error = #expect(throws: ModelError.self) { try session.query(Tag.self).filter(unsafe: filter).all() }
            #expect(error?.code == .formMissing && error?.column == name)
            #expect(error?.message == "\"tag\".\"\(name)\" holds bytes, so rows cannot be found by a part of a text")
        }
        // The session's transaction goes on.
        let found = try session.query(Tag.self).filter("objId = 'abc3a3e7-0000-4000-8000-000000000002'").all()
        #expect(found.map(\.objId) == [made.objId])
    }
}
