import TestServer
@testable import ZIMOrm

/// Three levels with keys of one, two and three columns.
final class Country: Model {
    var code = ""
    var name = ""
    override class var table: String { "country" }
    override class var primaryKey: [String] { ["code"] }
    override class var isAutoIncremented: Bool { false }
    func cities(_ options: [RelationshipOption] = []) throws -> [City] {
        try hasMany(City.self, foreignKey: ["country"], options: options)
    }
    func capital() throws -> City? { try hasOne(City.self, foreignKey: ["country"]) }
}

final class City: Model {
    var country: String?
    var number = 0
    var size = 0
    override class var table: String { "city" }
    override class var primaryKey: [String] { ["country", "number"] }
    func parent() throws -> Country? { try belongsTo(Country.self, foreignKey: ["country"]) }
    func streets(_ options: [RelationshipOption] = []) throws -> [Street] {
        try hasMany(Street.self, foreignKey: ["country", "city"], options: options)
    }
}

final class Street: Model {
    var country = ""
    var city = 0
    var number = 0
    var label: String?
    override class var table: String { "street" }
    override class var primaryKey: [String] { ["country", "city", "number"] }
    func parent() throws -> City? { try belongsTo(City.self, foreignKey: ["country", "city"]) }
    func houses() throws -> [House] { try hasMany(House.self, foreignKey: ["country", "city", "street"]) }
}

final class House: Model {
    var pk: Int?
    var country = ""
    var city = 0
    var street = 0
    override class var table: String { "house" }
    func parent() throws -> Street? { try belongsTo(Street.self, foreignKey: ["country", "city", "street"]) }
}

enum Family {
    /// So many of each below each of the one before.
    static func makeDatabase(
        countries: Int = 3, cities: Int = 4, streets: Int = 3, houses: Int = 2, on engine: ServedEngine = .current
    ) throws -> Database {
        try engine.makeDatabase(
            """
            CREATE TABLE country (code TEXT PRIMARY KEY, name TEXT NOT NULL);
            CREATE TABLE city (number INTEGER, country TEXT, size INTEGER NOT NULL, PRIMARY KEY (country, number));
            CREATE TABLE street (number INTEGER, city INTEGER, country TEXT, label TEXT, PRIMARY KEY (country, city, number));
            CREATE TABLE house (pk INTEGER PRIMARY KEY, country TEXT, city INTEGER, street INTEGER);
            CREATE INDEX house_street ON house (country, city, street);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(countries))
                INSERT INTO country SELECT 'c' || i, 'Country ' || i FROM n;
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(cities))
                INSERT INTO city SELECT i, code, (i * 7) % 5 FROM country, n;
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(streets))
                INSERT INTO street SELECT i, number, country, 'Street ' || i FROM city, n;
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(houses))
                INSERT INTO house (country, city, street) SELECT country, city, number FROM street, n;
            """)
    }
}
