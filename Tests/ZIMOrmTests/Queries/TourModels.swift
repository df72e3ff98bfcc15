import TestServer
import ZIMOrm

/// Trips with a key of two columns, which refer to each other, and their legs, with three.
final class Tour: Model {
    var year = 0, line = ""
    var bossYear: Int?
    var bossLine: String?
    var price: Int?
    override class var table: String { "trip" }
    override class var primaryKey: [String] { ["year", "line"] }
    override class var relationships: [Relationship] {
        [
            .belongsTo("boss", Tour.self, foreignKey: ["bossYear", "bossLine"]),
            .hasMany("reports", Tour.self, foreignKey: ["bossYear", "bossLine"]),
            .hasMany("legs", Leg.self, foreignKey: ["year", "line"]),
            .hasMany("ports", Port.self, through: Leg.self, foreignKey: ["year", "line"], targetForeignKey: ["port"]),
        ]
    }

    static func makeDatabase() throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE trip (year INTEGER NOT NULL, line TEXT NOT NULL, "bossYear" INTEGER, "bossLine" TEXT, price INTEGER,
                PRIMARY KEY (year, line));
            CREATE TABLE port (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL);
            CREATE TABLE leg (year INTEGER NOT NULL, line TEXT NOT NULL, number INTEGER NOT NULL, port INTEGER,
                miles INTEGER NOT NULL, PRIMARY KEY (year, line, number));
            INSERT INTO trip VALUES (2024, 'A', NULL, NULL, 100), (2024, 'B', 2024, 'A', 50), (2025, 'A', 2024, 'A', 75),
                (2025, 'C', 2024, 'B', NULL);
            INSERT INTO port VALUES (1, 'Kiel'), (2, 'Oslo'), (3, 'Riga');
            INSERT INTO leg VALUES (2024, 'A', 1, 1, 10), (2024, 'A', 2, 2, 20), (2024, 'B', 1, 2, 5), (2025, 'A', 1, NULL, 30);
            """)
    }
}

final class Leg: Model {
    var year = 0, line = "", number = 0
    var port: Int?
    var miles = 0
    override class var table: String { "leg" }
    override class var primaryKey: [String] { ["year", "line", "number"] }
    override class var relationships: [Relationship] {
        [
            .belongsTo("trip", Tour.self, foreignKey: ["year", "line"]),
            .belongsTo("port", Port.self, foreignKey: ["port"]),
        ]
    }
}

final class Port: Model {
    var id = 0, name = ""
    override class var table: String { "port" }
    override class var primaryKey: [String] { ["id"] }
}

extension Query<Tour> {
    /// `24A`
    var found: [String] {
        get throws { try orderByKey().all().map { "\($0.year - 2000)\($0.line)" } }
    }
}

extension Query<Leg> {
    var found: [String] {
        get throws { try orderByKey().all().map { "\($0.year - 2000)\($0.line)\($0.number)" } }
    }
}
