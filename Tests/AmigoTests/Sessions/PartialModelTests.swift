import Amigo
import TestServer
import Testing

private class Depot: AmigoModel {
    var house = ""
    var number = 0
    var name: String?
    var note: String?
    var city: City?
}
private class City: AmigoModel { var id: Int?; var name: String?; var note: String? }
private class Parcel: AmigoModel {
    var id: Int?
    var code: String?
    var label: String?
    var weight = 0
    var depot: Depot?
}

/// Of rows of which `values` has read some columns, the others stay as they are, however the model is saved.
@Suite(.eachEngine) struct PartialModelTests {
    private let session: AmigoSession
    private let log: SQLLog

    init() throws {
        let city = ORMModel(
            City.self, table: "city", IntegerField("id", primaryKey: true), CharField("name"), CharField("note"))
        let depot = ORMModel(
            Depot.self, table: "depot", CharField("house", primaryKey: true), IntegerField("number", primaryKey: true),
            CharField("name"), CharField("note"), Column("city", type: ForeignKey(city)))
        let parcel = ORMModel(
            Parcel.self, table: "parcel", IntegerField("id", primaryKey: true), CharField("code", unique: true),
            CharField("label"), IntegerField("weight"), Column("depot", type: ForeignKey(depot)))
        let amigo = try Amigo([city, depot, parcel], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        session = amigo.session
        let (bremen, north, first) = (City(), Depot(), Parcel())
        (bremen.name, bremen.note) = ("Bremen", "c")
        (north.house, north.number, north.name, north.note, north.city) = ("north", 7, "N7", "n", bremen)
        (first.code, first.label, first.weight, first.depot) = ("A1", "a", 12, north)
        try session.add(first)
        log = try SQLLog(amigo)
    }

    private func add(_ model: AmigoModel, isBatch: Bool) throws {
        if isBatch {
            try session.batch { try $0.add(model, upsert: true) }
        } else {
            try session.add(model, upsert: true)
        }
    }

    private func depots() throws -> [String] {
        try session.query(Depot.self).selectRelated("city").orderBy("number").all().map {
            "\($0.house)\($0.number) \($0.name ?? "-") \($0.note ?? "-") \($0.city?.name ?? "-")"
        }
    }

    /// What `values` does not read cannot be loaded beside it.
    @Test func relatedModelsWithoutColumns() throws {
        let query = session.query(Depot.self).values("name")
        let error = #expect(throws: ModelError.self) { try query.selectRelated("city").all() }
        #expect(error?.code == .query)
        #expect(
            error?.message == #"selectRelated("city") is asked for beside values(_:), which reads no column of it"#)
        let unknown = #expect(throws: ModelError.self) { try query.selectRelated("town").all() }
        #expect(unknown?.code == .unknownRelationship)
        let depot = try #require(try query.selectRelated("city").values("city.name").all().first)
        #expect(depot.city?.name == "Bremen")
    }

    private func parcels() throws -> [String] {
        try session.query(Parcel.self).selectRelated("depot").orderBy("id").all().map {
            "\($0.code ?? "-") \($0.label ?? "-") \($0.weight) \($0.depot?.name ?? "-")"
        }
    }

    @Test(arguments: [false, true]) func anUpsertKeepsTheOtherColumns(isBatch: Bool) throws {
        let depot = try #require(try session.query(Depot.self).values("name").first())
        try add(depot, isBatch: isBatch)
        #expect(try depots() == ["north7 N7 n Bremen"])
        depot.name = "changed"
        try add(depot, isBatch: isBatch)
        #expect(try depots() == ["north7 changed n Bremen"])
        #expect(depot.note == nil && depot.city == nil)
        // It knows no more of the row than before; what is set is written.
        (depot.name, depot.note) = ("again", "set")
        try add(depot, isBatch: isBatch)
        #expect(try depots() == ["north7 again set Bremen"])
        depot.note = nil
        try add(depot, isBatch: isBatch)
        #expect(try depots() == ["north7 again - Bremen"])

        let parcel = try #require(try session.query(Parcel.self).values("label").first())
        parcel.label = "b"
        try add(parcel, isBatch: isBatch)
        #expect(try parcels() == ["A1 b 12 again"])
        // What was not read finds no other row by a unique key either.
        let other = Parcel()
        (other.code, other.label) = ("", "other")
        try session.add(other)
        try add(parcel, isBatch: isBatch)
        #expect(try parcels() == ["A1 b 12 again", " other 0 -"])
    }

    @Test(arguments: [false, true]) func aRowThatIsGoneIsInsertedWithWhatTheModelHolds(isBatch: Bool) throws {
        let parcel = try #require(try session.query(Parcel.self).values("label").first())
        try session.execute("DELETE FROM parcel")
        try add(parcel, isBatch: isBatch)
        #expect(try parcels() == ["- a 0 -"])
    }

    @Test func aRollbackTakesItBack() throws {
        try session.commit()
        let depot = try #require(try session.query(Depot.self).values("name").first())
        (depot.name, depot.note) = ("changed", "set")
        try session.add(depot, upsert: true)
        try session.rollback()
        #expect(try depots() == ["north7 N7 n Bremen"])
        depot.note = nil
        try session.add(depot, upsert: true)
        #expect(try depots() == ["north7 changed n Bremen"])
    }

    @Test func theCoreDoesTheSame() throws {
        let depot = try #require(try session.query(Depot.self).values("name").first())
        depot.name = "changed"
        try session.run { try $0.upsert(depot) }
        #expect(try depots() == ["north7 changed n Bremen"])
        depot.name = "on"
        try session.run { try $0.upsert([depot, depot]) }
        #expect(try depots() == ["north7 on n Bremen"])
        // In a row with another key, too.
        let south = Depot()
        (south.house, south.number, south.note) = ("south", 8, "s")
        try session.add(south)
        (depot.house, depot.number) = ("south", 8)
        try session.run { try $0.saveOrUpdate(depot) }
        #expect(try depots() == ["north7 on n Bremen", "south8 on s -"])
    }

    @Test(arguments: [false, true]) func modelsOnAPathAreTheirRows(isUpsert: Bool) throws {
        let parcel = try #require(
            try session.query(Parcel.self).values("label", "depot.name", "depot.city.name").first())
        let depot = try #require(parcel.depot), city = try #require(depot.city)
        #expect(depot.isLoaded && city.isLoaded)
        #expect(depot.house == "north" && depot.number == 7 && city.name == "Bremen")
        _ = log.take()
        try session.add(parcel)
        #expect(log.lines() == [])
        (depot.name, city.name) = ("changed", "HB")
        try session.add(depot, upsert: isUpsert)
        try session.add(city, upsert: isUpsert)
        #expect(try depots() == ["north7 changed n HB"])
        #expect(try session.query(City.self).first()?.note == "c")
        #expect(try parcels() == ["A1 a 12 changed"])
    }

    @Test func aPathThatLeadsNowhereMakesNoModel() throws {
        let parcel = Parcel()
        parcel.label = "alone"
        try session.add(parcel)
        let parcels = try session.query(Parcel.self).values("depot.city.name").orderBy("id").all()
        #expect(parcels.map { $0.depot?.city?.name } == ["Bremen", nil])
        #expect(parcels[1].depot == nil)
    }
}
