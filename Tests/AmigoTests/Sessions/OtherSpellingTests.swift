import Amigo
import TestServer
import Testing

private class Owner: AmigoModel { var house = 0; var isOld: Bool?; var label: String? }
private class Pet: AmigoModel { var id: Int?; var label: String?; var owner: Owner? }

/// Rows that Amigo did not write: the key says true in two ways.
@Suite(.eachEngine) struct OtherSpellingTests {
    private func amigo() throws -> Amigo {
        let factory = try ServedEngine.makeFactory()
        try ServedEngine.fill(
            factory.connect().database,
            """
            CREATE TABLE owner (house \(ServedEngine.int), "isOld" TEXT, label TEXT, PRIMARY KEY (house, "isOld"));
            CREATE TABLE pet (id \(ServedEngine.int) PRIMARY KEY, label TEXT, owner_house \(ServedEngine.int), "owner_isOld" TEXT);
            INSERT INTO owner VALUES (1, 't', 'A'), (2, '1', 'B'), (3, 'false', 'C');
            INSERT INTO pet VALUES (1, 'p', 1, 't'), (2, 'q', 2, '1'), (3, 'r', 3, 'false');
            """)
        let owner = ORMModel(
            Owner.self, table: "owner", IntegerField("house", primaryKey: true),
            BooleanField("isOld", primaryKey: true),
            CharField("label"), OneToMany("pets", using: Pet.self, on: "owner"))
        let pet = ORMModel(
            Pet.self, table: "pet", IntegerField("id", primaryKey: true), CharField("label"),
            Column("owner", type: ForeignKey(owner)))
        return try Amigo([owner, pet], factory: factory)
    }

    private func owners(_ session: AmigoSession) throws -> [[SQLValue]] {
        try session.run {
            try $0.rows(ServedEngine.own("SELECT house, \"isOld\", label FROM owner ORDER BY house")).map(\.values)
        }
    }

    @Test func loadedModelsAreTheirRows() throws {
        let session = try amigo().session
        let loaded = try session.query(Owner.self).orderBy("house").all()
        let pets = try loaded.map {
            try session.query(Pet.self).using($0).relationship("pets").all().compactMap(\.label)
        }
        #expect(pets == [["p"], ["q"], ["r"]])
        let got = try loaded.map { try session.query(Owner.self).get($0.house, $0.isOld ?? false)?.label }
        #expect(got == ["A", "B", "C"])
        #expect(try session.query(Owner.self).filter("isOld = true").count() == 2)
        try session.batch { batch in for owner in loaded { try batch.add(owner, upsert: true) } }
        #expect(try owners(session) == [[1, "t", "A"], [2, "1", "B"], [3, "false", "C"]])
        try session.batch { batch in for owner in loaded.dropFirst() { try batch.delete(owner) } }
        #expect(try owners(session) == [[1, "t", "A"]])
        // One that was made by hand is found in any spelling.
        let byHand = Owner()
        (byHand.house, byHand.isOld) = (1, true)
        try session.batch { try $0.delete(byHand) }
        #expect(try owners(session) == [])
    }
}
