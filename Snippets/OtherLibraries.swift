// The code of Documentation/FromGRDB.md, FromFluent.md, FromCoreData.md, FromActiveRecord.md and FromSQLAlchemy.md.
import Foundation
import ZIMOrm

// snippet.models
final class Team: Model {
    var country = "", name = ""
    var founded: Int?
    override class var table: String { "team" }
    override class var primaryKey: [String] { ["country", "name"] }
    override class var relationships: [Relationship] {
        [.hasMany("players", Player.self, foreignKey: ["team_country", "team_name"])]
    }
    func players() throws -> [Player] { try hasMany(Player.self, foreignKey: ["team_country", "team_name"]) }
}

final class Player: Model {
    var id: Int?
    var name = ""
    var score = 0
    var teamCountry: String?
    var teamName: String?
    override class var table: String { "player" }
    override class var primaryKey: [String] { ["id"] }
    override class var columns: [Column] {
        [
            Column("id", \Player.id), Column("name", \Player.name), Column("score", \Player.score),
            Column("team_country", \Player.teamCountry), Column("team_name", \Player.teamName),
        ]
    }
    func team() throws -> Team? { try belongsTo(Team.self, foreignKey: ["team_country", "team_name"]) }
}
// snippet.end

let database = try Database.inMemory()
try database.execute(
    """
    CREATE TABLE team (country TEXT, name TEXT, founded INT, PRIMARY KEY (country, name));
    CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INT NOT NULL, team_country TEXT, team_name TEXT,
        FOREIGN KEY (team_country, team_name) REFERENCES team (country, name));
    CREATE INDEX player_team ON player (team_country, team_name);
    INSERT INTO team VALUES ('NO', 'Bears', 1950), ('NO', 'Foxes', NULL);
    INSERT INTO player VALUES (1, 'Ada', 40, 'NO', 'Bears'), (2, 'Grace', 70, 'NO', 'Bears'), (3, 'Alan', 10, NULL, NULL);
    """)
let trace = database.trace { if !$0.isTransactionControl { print("   ", $0) } }

func change() throws {
    // snippet.change
    try database.write { session in
        guard let player = try session.find(Player.self, 1) else { return }
        player.score += 10
        try player.save()
    }
    // snippet.end
}

func query() throws {
    // snippet.query
    let best = try database.read { session in
        try session.query(Player.self).filter(\.score > 20 && \.teamCountry == "NO")
            .orderBy(\.score, ascending: false).limit(10).all()
    }
    // snippet.end
    print(best.map(\.name))
}

func eager() throws {
    // snippet.eager
    let teams = try database.read { session in
        try session.query(Team.self).with("players").orderByKey().all()
    }
    for team in teams { print(team.name, try team.players().map(\.name)) }
    // snippet.end
}

func lazily() throws {
    // snippet.lazy
    try database.read { session in
        for player in try session.query(Player.self).all() {
            print(player.name, try player.team()?.name ?? "no team")
        }
    }
    // snippet.end
}

func insert() throws {
    // snippet.insert
    let player = Player()
    (player.name, player.teamCountry, player.teamName) = ("Lin", "NO", "Foxes")
    try database.write { try $0.save(player) }  // player.id is set
    // snippet.end
    print(player.id as Any)
}

func related() throws {
    // snippet.related
    try database.read { session in
        let teams = try session.query(Team.self)
        let many = try teams.filter(Related.count("players") > 1).all()
        let best = try teams.orderBy(Related.sum("players", \Player.score), ascending: false).first()
        let counted = try teams.all(with: Related.count("players"))
        print(many.map(\.name), best?.name as Any, counted.map { ($0.name, $1 ?? 0) })
    }
    // snippet.end
}

try change()
try query()
try related()
try eager()
try lazily()
try insert()
