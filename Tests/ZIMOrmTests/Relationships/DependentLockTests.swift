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
    override class var optimisticLock: OptimisticLock { .version("version") }
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
}
