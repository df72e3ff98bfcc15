#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    /// A duplicate may be one of a table that a trigger writes to.
    @Suite(.server) struct TriggerKeyTests {
        final class Entry: Model {
            var a = 0, b = 0
            override class var table: String { "entry" }
            override class var primaryKey: [String] { ["a", "b"] }
            override class var isAutoIncremented: Bool { false }

            convenience init(_ a: Int, _ b: Int) {
                self.init()
                (self.a, self.b) = (a, b)
            }
        }

        private static let script = """
            CREATE TABLE log (a INT PRIMARY KEY); INSERT INTO log VALUES (1);
            CREATE TABLE entry (a INT, b INT, PRIMARY KEY (a, b)); INSERT INTO entry VALUES (5, 5), (-3, -4);
            CREATE TRIGGER logged AFTER INSERT ON entry FOR EACH ROW INSERT INTO log VALUES (NEW.a);
            """

        @Test func theTriggersOwn() throws {
            let database = try Server.database(Self.script)
            for body in [
                { (session: Session) in try session.save(Entry(1, 2)) }, { try $0.upsert(Entry(1, 2)) },
                { _ = try $0.execute("INSERT INTO entry (a, b) VALUES (1, 2)") },
            ] {
                let error = Server.error { try database.write { try body($0) } }
                #expect(error?.code == .constraint && error?.hint == nil)
                let tells = MySQLProduct.current == .mySQL8
                #expect(error?.constraint?.kind == .primaryKey && error?.constraint?.name == "PRIMARY")
                #expect(error?.constraint?.table == (tells ? "log" : nil))
                #expect(error?.constraint?.columns == (tells ? ["a"] : []))
            }
        }

        @Test func theTablesOwn() throws {
            let database = try Server.database(Self.script)
            for lists in [[Entry(5, 5)], [Entry(-3, -4)], [Entry(20, 2), Entry(20, 2)]] {
                let error = Server.error { try database.write { try $0.insert(lists) } }
                #expect(error?.hint == "upsert() writes over the row that has the key")
                #expect(error?.constraint?.table == "entry" && error?.constraint?.columns == ["a", "b"])
            }
        }
    }
#endif
