import TestServer
import Testing
import ZIMOrm

private final class Owner: Model {
    var id = 0
    override class var table: String { "owner" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] {
        [
            .hasMany("watched", Pet.self, foreignKey: ["watcher"], dependent: .nullify),
            .hasMany("pets", Pet.self, foreignKey: ["owner"], dependent: .delete),
        ]
    }
}

private final class Pet: Model {
    var id = 0
    var owner: Int?
    var watcher: Int?
    var version = 0
    override class var table: String { "pet" }
    override class var primaryKey: [String] { ["id"] }
    override class var locking: Locking { .version("version") }
}

private final class Department: Model {
    var id = 0
    var head: Int?
    override class var table: String { "department" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] {
        [.hasMany("staff", Worker.self, foreignKey: ["department"], dependent: .delete)]
    }
}

private final class Worker: Model {
    var id = 0
    var department: Int?
    override class var table: String { "worker" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] {
        [.hasMany("headed", Department.self, foreignKey: ["head"], dependent: .nullify)]
    }
}

private final class Team: Model {
    var id = 0
    var captain: Int?
    override class var table: String { "team" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] {
        [.hasMany("players", Player.self, foreignKey: ["team"], dependent: .delete)]
    }
}

private final class Player: Model {
    var id = 0
    var team: Int?
    var version = 0
    override class var table: String { "player" }
    override class var primaryKey: [String] { ["id"] }
    override class var locking: Locking { .version("version") }
    override class var relationships: [Relationship] {
        [.hasMany("captained", Team.self, foreignKey: ["captain"], dependent: .delete)]
    }
}

/// Whose boss is of the same company.
private class Employee: Model {
    var company = 0, id = 0
    var boss: Int?
    var version = 0
    override class var table: String { "employee" }
    override class var primaryKey: [String] { ["company", "id"] }
    class var dependent: Dependent { .nullify }
    override class var relationships: [Relationship] {
        [.hasMany("staff", self, foreignKey: ["company", "boss"], dependent: dependent)]
    }
}

private final class CountedEmployee: Employee {
    override class var locking: Locking { .version("version") }
}

private final class ComparedEmployee: Employee {
    override class var locking: Locking { .allColumns }
}

private final class GoingEmployee: Employee {
    override class var locking: Locking { .allColumns }
    override class var dependent: Dependent { .delete }
}

/// Rows that refer to a deleted one twice: they go by the one foreign key, and need not lose the other before.
@Suite(.eachEngine) struct DependentLockTests {
    @Test func aRowThatIsDeletedIsNotChangedBefore() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE owner (id INTEGER PRIMARY KEY);
            CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER, watcher INTEGER, version INTEGER NOT NULL);
            INSERT INTO owner VALUES (1), (2);
            INSERT INTO pet VALUES (1, 1, 1, 0), (2, 1, 2, 0), (3, 2, 1, 0);
            """)
        try database.write { session in
            let owner = try #require(try session.find(Owner.self, 1))
            try session.delete(owner)
            #expect(try session.find(Pet.self, 3)?.watcher == nil)
            let pets = try session.rows("SELECT id, owner, watcher, version FROM pet ORDER BY id").map(\.values)
            #expect(pets == [[3, 2, nil, 1]])
        }
    }

    /// The foreign keys of a circle are enforced: the row that is deleted last must have lost its own by then.
    @Test func aCircleOfForeignKeysIsOpened() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE department (id INTEGER PRIMARY KEY, head INTEGER\(ServedEngine.isSQLite ? " REFERENCES worker (id)" : ""));
            CREATE TABLE worker (id INTEGER PRIMARY KEY, department INTEGER REFERENCES department (id));
            INSERT INTO department VALUES (1, NULL), (2, NULL);
            INSERT INTO worker VALUES (10, 1), (11, 1), (12, 2);
            """)
        if !ServedEngine.isSQLite {
            try database.execute("ALTER TABLE department ADD FOREIGN KEY (head) REFERENCES worker (id)")
        }
        try database.write { session in
            try session.execute("UPDATE department SET head = 10 WHERE id = 1")
            let department = try #require(try session.find(Department.self, 1))
            let workers = try session.query(Worker.self).filter(\.department == 1).all()
            // Those of a list, too, that go with the department.
            try session.delete(workers + [department])
            #expect(department.isDeleted && workers.allSatisfy(\.isDeleted))
            #expect(try session.query(Worker.self).all().map(\.id) == [12])
            #expect(try session.query(Department.self).all().map(\.id) == [2])
        }
    }

    /// Whichever of a circle goes along with the other: that it was changed by another is seen.
    @Test func ofACircleEachListedRowIsCompared() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE team (id INTEGER PRIMARY KEY, captain INTEGER);
            CREATE TABLE player (id INTEGER PRIMARY KEY, team INTEGER, version INTEGER NOT NULL);
            INSERT INTO team VALUES (1, 10), (2, 20);
            INSERT INTO player VALUES (10, 1, 0), (11, 1, 0), (20, 2, 0);
            """)
        try database.write { session in
            let team = try #require(try session.find(Team.self, 1))
            let players = try session.query(Player.self).filter(\.team == 1).all()
            try session.execute("UPDATE player SET version = 1 WHERE id = 11")
            for list in [[team] + players, players + [team]] {
                let error = #expect(throws: ModelError.self) { try session.delete(list) }
                #expect(error?.code == .staleRow && error?.key == [11])
                #expect(try session.query(Player.self).count() == 3 && session.query(Team.self).count() == 2)
                #expect(!team.isDeleted && !players.contains(where: \.isDeleted))
            }
            try players.forEach { try session.reload($0) }
            try session.delete([team] + players)
            #expect(team.isDeleted && players.allSatisfy(\.isDeleted))
            #expect(try session.query(Player.self).all().map(\.id) == [20])
        }
    }

    private struct Undo: Error {}

    /// 1 has 3 for a boss, 2 has 1, 3 has 2; 4 has 1, and 5 is his own.
    private func makeCompany(isEnforced: Bool) throws -> Database {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE employee (company INTEGER NOT NULL, id INTEGER NOT NULL, boss INTEGER, version INTEGER NOT NULL,
                PRIMARY KEY (company, id)
                \(isEnforced ? ", FOREIGN KEY (company, boss) REFERENCES employee (company, id)" : ""));
            INSERT INTO employee VALUES (1, 1, NULL, 0), (1, 2, 1, 0), (1, 3, 2, 0), (1, 4, 1, 0), (1, 5, 5, 0), (2, 1, 1, 0);
            """)
        try database.execute("UPDATE employee SET boss = 3 WHERE company = 1 AND id = 1")
        return database
    }

    /// As `UPDATE … SET boss = NULL; DELETE …` would, whatever the order of the list.
    private func deletions<M: Model>(_ type: M.Type, isEnforced: Bool) throws {
        let database = try makeCompany(isEnforced: isEnforced)
        for ids in [[5], [5, 4], [1, 2, 3], [3, 2, 1], [2, 1, 3], [1, 3], [5, 1, 2, 3, 4]] {
            func undone(_ body: (Session, [Model]) throws -> Void) throws {
                do {
                    try database.write { session in
                        let models = try ids.map { try #require(try session.find(type, 1, $0)) }
                        try body(session, models)
                        throw Undo()
                    }
                } catch is Undo {}
            }
            func delete(_ models: [Model], in session: Session) throws {
                try models.count == 1 ? session.delete(models[0]) : session.delete(models)
            }
            try undone { session, models in
                try delete(models, in: session)
                #expect(models.filter { !$0.isDeleted }.isEmpty, "\(type) \(ids)")
                let rows = try session.rows("SELECT id, boss, version FROM employee WHERE company = 1 ORDER BY id")
                let left = [[1, 3, 0], [2, 1, 0], [3, 2, 0], [4, 1, 0], [5, 5, 0]].filter { !ids.contains($0[0]) }
                // Who stays loses the boss, which counts the version up where there is one.
                let expected: [[SQLValue]] = left.map { row in
                    guard ids.contains(row[1]) else { return row.map { .integer(Int64($0)) } }
                    return [.integer(Int64(row[0])), .null, .integer(type == CountedEmployee.self ? 1 : 0)]
                }
                #expect(rows.map(\.values) == expected, "\(type) \(ids)")
            }
            // What another program has changed is seen, whichever row it is.
            for id in ids {
                try undone { session, models in
                    try session.execute("UPDATE employee SET version = version + 1 WHERE company = 1 AND id = \(id)")
                    let error = #expect(throws: ModelError.self) { try delete(models, in: session) }
                    #expect(error?.code == .staleRow, "\(type) \(ids)")
                    #expect(error?.key == [1, .integer(Int64(id))], "\(type) \(ids)")
                    #expect(models.filter { $0.isDeleted }.isEmpty)
                    #expect(try session.value("SELECT count(*) FROM employee", as: Int.self) == 6)
                }
            }
        }
    }

    @Test func rowsOfOneTableThatReferToEachOtherGo() throws {
        for isEnforced in [false, true] {
            try deletions(CountedEmployee.self, isEnforced: isEnforced)
            try deletions(ComparedEmployee.self, isEnforced: isEnforced)
        }
    }

    /// The lock compares the foreign key by which the circle is opened.
    @Test func aCircleWhoseRowsAreComparedGoesAlong() throws {
        let database = try makeCompany(isEnforced: true)
        try database.write { session in
            let first = try #require(try session.find(GoingEmployee.self, 1, 1))
            try session.execute("UPDATE employee SET version = 1 WHERE company = 1 AND id = 1")
            let error = #expect(throws: ModelError.self) { try session.delete(first) }
            #expect(error?.code == .staleRow && error?.key == [1, 1])
            try session.reload(first)
            try session.delete(first)
            #expect(
                try session.rows("SELECT company, id FROM employee ORDER BY 1, 2").map(\.values) == [[1, 5], [2, 1]])
        }
    }
}
