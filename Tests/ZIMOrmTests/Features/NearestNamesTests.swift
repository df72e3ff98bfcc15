import Testing
import ZIMOrm

@Suite struct NearestNamesTests {
    @Test(arguments: [
        ("nmae", ["name", "date", "price"], ["name"]), ("naem", ["name"], ["name"]),
        ("regoin", ["region", "number"], ["region"]), ("frist_naem", ["first_name", "last_name"], ["first_name"]),
        ("quanttiy", ["quantity"], ["quantity"]), ("di", ["id", "pk"], ["id"]), ("txt", ["text", "tax"], ["text"]),
        ("FirstName", ["first_name"], ["first_name"]), ("ame", ["name", "id"], []), ("prce", ["price"], ["price"]),
        // Short names have neighbours that mean something else.
        ("id", ["ad", "pk", "ip"], ["ip"]), ("x", ["y", "xy"], []), ("name", ["time", "dame"], ["dame"]),
        ("city", ["unit", "data", "cite"], ["cite"]), ("code", ["mode", "note", "date"], ["mode"]),
        ("abcdefghij", ["abcxyzghij"], ["abcxyzghij"]), ("", ["a"], []),
    ])
    func findsWhatWasMeant(_ written: String, _ names: [String], _ expected: [String]) {
        #expect(NearestNames.nearest(to: written, among: names) == expected)
    }

    private final class Person: Model {
        var firstName = "", age = 0
        override class var table: String { "person" }
        override class var primaryKey: [String] { ["p_first_name"] }
        override class var columns: [Column] {
            [Column("p_first_name", \Person.firstName), Column("p_age", \Person.age)]
        }
    }

    @Test(arguments: [
        ("fristName", #"Did you mean "firstName"?"#), ("p_frist_name", #"Did you mean "p_first_name"?"#),
        ("p_aeg", #"Did you mean "p_age"?"#), ("ages", #"Did you mean "age"?"#),
        ("nothing", #"Known: "firstName", "age""#),
    ])
    func offersTheFormThatWasWritten(_ written: String, _ hint: String) throws {
        try Database.inMemory().read { session in
            let query = try session.query(Person.self).filter(PredicateText(unsafe: written + " = 1"))
            let error = #expect(throws: ModelError.self) { try query.sql }
            #expect(error?.hint == hint)
        }
    }
}
