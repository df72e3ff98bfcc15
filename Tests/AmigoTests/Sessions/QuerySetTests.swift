import Amigo
import TestServer
import Testing

private class City: AmigoModel { var country: String?; var code: String?; var name: String? }
private class Club: AmigoModel { var id: Int?; var name: String?; var city: City? }
private class Player: AmigoModel {
    var id = 0
    var name: String?
    var age: Int?
    var club: Club?
    var rival: Club?
    var captain: Player?
}

@Suite(.eachEngine) struct QuerySetTests {
    private let amigo: Amigo
    private let session: AmigoSession
    private let log: SQLLog

    init() throws {
        let city = ORMModel(
            City.self, CharField("country", primaryKey: true), CharField("code", primaryKey: true), CharField("name"),
            OneToMany("clubs", using: Club.self))
        let club = ORMModel(
            Club.self, IntegerField("id", primaryKey: true), CharField("name"), Column("city", type: ForeignKey(city)))
        let player = ORMModel(
            Player.self, IntegerField("id", primaryKey: true), CharField("name"), Column("age", type: Int.self),
            Column("club", type: ForeignKey(club)), Column("rival", type: ForeignKey(club)),
            Column("captain", type: ForeignKey(Player.self)))
        amigo = try Amigo([player, club, city], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        session = amigo.session
        let bremen = City()
        (bremen.country, bremen.code, bremen.name) = ("DE", "HB", "Bremen")
        let hamburg = City()
        (hamburg.country, hamburg.code, hamburg.name) = ("DE", "HH", "Hamburg")
        let (first, second) = (Club(), Club())
        (first.name, first.city) = ("Werder", bremen)
        (second.name, second.city) = ("HSV", hamburg)
        let players = (1...5).map { number in
            let player = Player()
            player.name = "P\(number)"
            player.age = 20 + number
            player.club = number % 2 == 0 ? second : first
            player.rival = number == 5 ? nil : (number % 2 == 0 ? first : second)
            return player
        }
        players[0].captain = players[0]
        for player in players.dropFirst() { player.captain = players[0] }
        try session.add(players)
        log = try SQLLog(amigo)
    }

    @Test func aCompositeForeignKeyHasAColumnForEachPartOfTheKey() throws {
        let columns = try session.run {
            try $0.table("amigotests_club")?.columns.map(\.name)
        }
        #expect(columns == ["id", "name", "city_country", "city_code"])
        let bremen = try #require(try session.query(City.self).get("DE", "HB"))
        #expect(try session.query(Club.self).using(bremen).relationship("clubs").all().map(\.name) == ["Werder"])
        _ = log.take()
        let club = try #require(try session.query(Club.self).selectRelated("city").get(1))
        #expect(club.city?.name == "Bremen")
        #expect(log.take().last?.sql.contains(#"WHERE "amigotests_city"."country" = ?"#) == false)
        #expect(try session.query(City.self).using(club).relationship("city").all().map(\.code) == ["HB"])
    }

    @Test func relatedModelsAreLoadedOverSeveralLevels() throws {
        let players = try session.query(Player.self).selectRelated("club.city", "rival", "captain").orderBy("id").all()
        #expect(players.map { $0.club?.city?.name } == ["Bremen", "Hamburg", "Bremen", "Hamburg", "Bremen"])
        #expect(players.map { $0.rival?.name } == ["HSV", "Werder", "HSV", "Werder", nil])
        #expect(players.map { $0.captain?.name } == ["P1", "P1", "P1", "P1", "P1"])
        #expect(players[0].rival?.city == nil)
        #expect(log.take().count == 5)
        #expect(try players.allSatisfy { try !$0.hasChanges() })
        try session.add(players)
        #expect(log.lines() == [])
    }

    @Test func aReferenceThatWasNotLoadedIsNotLost() throws {
        let player = try #require(try session.query(Player.self).get(2))
        #expect(player.club == nil)
        player.age = 99
        _ = log.take()
        try session.add(player)
        #expect(log.lines() == [#"UPDATE "amigotests_player" SET "age" = ? WHERE "id" = ?  [99, 2]"#])
        // Set and saved, then set to nil: now nil means none.
        let werder = try #require(try session.query(Club.self).get(1))
        player.club = werder
        try session.add(player)
        player.club = nil
        try session.add(player)
        #expect(
            log.lines().suffix(2) == [
                #"UPDATE "amigotests_player" SET "club_id" = ? WHERE "id" = ?  [1, 2]"#,
                #"UPDATE "amigotests_player" SET "club_id" = ? WHERE "id" = ?  [NULL, 2]"#,
            ])
        try player.clear(foreignKey: ["rival_id"])
        try session.add(player)
        let again = try #require(try session.query(Player.self).selectRelated("club", "rival").get(2))
        #expect(again.club == nil && again.rival == nil)
        try player.reload()
        #expect(try !player.hasChanges())
    }

    @Test func filtersAndOrdersFollowDots() throws {
        let players = try session.query(Player.self)
            .filter("age > \(21) AND club.city.name = 'Bremen'").filter("rival.name BEGINSWITH 'H'")
            .orderBy("club.city.code").orderBy("name", ascending: false).all()
        #expect(players.map(\.name) == ["P3"])
        #expect(try session.query(City.self).filter("clubs.name = 'HSV'").all().map(\.code) == ["HH"])
        let hostile = "x' OR 1 = 1 --"
        #expect(try session.query(Player.self).filter("name = '\(hostile)'").count() == 0)
        #expect(try session.query(Player.self).filter("club = \(1)").count() == 3)
    }

    @Test func pagesAndCounts() throws {
        let query = session.query(Player.self).orderBy("age", ascending: false)
        #expect(try query.limit(2).all().map(\.name) == ["P5", "P4"])
        #expect(try query.limit(2).offset(3).all().map(\.name) == ["P2", "P1"])
        #expect(try query.first()?.name == "P5")
        #expect(try query.limit(0).first() == nil)
        #expect(try query.limit(0).limit(3).first()?.name == "P5")
        #expect(try query.count() == 5)
        #expect(try query.filter("age < 23").count() == 2)
        #expect(try query.get(77) == nil)
        #expect(try amigo.query(Player.self).get("3")?.name == "P3")
    }

    @Test func someColumnsCanBeLoadedAlone() throws {
        let players = try session.query(Player.self).values("name", "club.name").orderBy("id").limit(2).all()
        #expect(
            log.take().map(\.sql.withQuestionMarks) == [
                #"SELECT "amigotests_player"."id", "amigotests_player"."name", "club"."name", "club"."id" FROM "amigotests_player" LEFT JOIN "amigotests_club" AS "club" ON "club"."id" = "amigotests_player"."club_id" ORDER BY "amigotests_player"."id" LIMIT ?"#
            ])
        #expect(players.map(\.name) == ["P1", "P2"])
        #expect(players.map { $0.club?.name } == ["Werder", "HSV"])
        #expect(players.map(\.age) == [nil, nil])
        players[0].name = "Changed"
        try session.add(players[0])
        #expect(log.lines() == [#"UPDATE "amigotests_player" SET "name" = ? WHERE "id" = ?  ['Changed', 1]"#])
        let whole = try #require(try session.query(Player.self).selectRelated("club").get(1))
        #expect(whole.age == 21 && whole.club?.name == "Werder")
    }

    @Test func aQueryWithoutASessionIsAReadOfItsOwn() throws {
        try session.commit()
        session.close()
        _ = log.texts()
        #expect(try amigo.query(Player.self).selectRelated("club").orderBy("id").first()?.club?.name == "Werder")
        #expect(log.texts().first == ServedEngine.beginReading)
        #expect(
            try amigo.execute("SELECT name FROM amigotests_player WHERE id = ?", params: [2]) { $0.first?[0] } == "P2")
        try amigo.execute("UPDATE amigotests_player SET name = ? WHERE id = ?", params: ["Q", 2])
        #expect(try amigo.execute("UPDATE amigotests_player SET name = \("R") WHERE id > \(2)").changes == 3)
        #expect(throws: SQLBuildError.self) { try amigo.execute("SELECT ?", params: [1, 2]) }
    }
}
