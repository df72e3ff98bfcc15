import TestServer
import Testing
import ZIMOrm

private final class Employee: Model {
    var id = 0
    var boss: Int?
    override class var table: String { "employee" }
    override class var primaryKey: [String] { ["id"] }
}

private final class Left: Model {
    var id = 0
    var right: Int?
    override class var table: String { "left_side" }
    override class var primaryKey: [String] { ["id"] }
}

private final class Right: Model {
    var id = 0
    var left: Int?
    override class var table: String { "right_side" }
    override class var primaryKey: [String] { ["id"] }
}

/// The order in which a list is deleted is that of the rows, whatever its models were set to since.
@Suite(.eachEngine) struct DeleteOrderTests {
    @Test(arguments: [false, true])
    func anUnsavedChangeOfWhatRefersToTheOther(isReversed: Bool) throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE employee (id INTEGER PRIMARY KEY, boss INTEGER, FOREIGN KEY (boss) REFERENCES employee (id));
            INSERT INTO employee VALUES (1, NULL), (2, 1);
            """)
        try database.write { session in
            let all = try session.query(Employee.self).orderBy(\.id).all()
            (all[0].boss, all[1].boss) = (2, nil)
            try session.delete(isReversed ? all.reversed() : all)
            #expect(try session.query(Employee.self).count() == 0)
        }
    }

    @Test(arguments: [false, true])
    func aCircleOfClassesIsOpenedWhereNoRowRefersToAnother(isReversed: Bool) throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE left_side (id INTEGER PRIMARY KEY, "right" INTEGER);
            CREATE TABLE right_side (id INTEGER PRIMARY KEY, "left" INTEGER, FOREIGN KEY ("left") REFERENCES left_side (id));
            INSERT INTO left_side VALUES (1, NULL);
            INSERT INTO right_side VALUES (1, 1);
            """)
        if !ServedEngine.isSQLite {
            try database.execute(
                SQL(#"ALTER TABLE left_side ADD FOREIGN KEY ("right") REFERENCES right_side (id)"#).inOwnWords)
        }
        try database.write { session in
            let left = try #require(try session.find(Left.self, 1)),
                right = try #require(try session.find(Right.self, 1))
            (left.right, right.left) = (1, nil)
            try session.delete(isReversed ? [right, left] : [left, right])
            #expect(try session.query(Left.self).count() + session.query(Right.self).count() == 0)
        }
    }
}
