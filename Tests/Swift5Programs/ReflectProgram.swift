import CoreReflect

private class ProgramAddress: Reflect {
    var street: String
    var zip: Int

    required init() {
        street = ""
        zip = 0
    }
}

private class ProgramStay: Reflect {
    var house = ""
    var number = 0
    var address = ProgramAddress()

    override class var primaryKey: [String] { ["house", "number"] }
}

/// A program of Reflect's time: its closures know nothing of `@Sendable`.
public enum ReflectProgram {
    /// As the original's tests kept what was sent.
    private final class Screen {
        var trace: [String] = []

        func begin() {
            var isFirst = true
            Reflect.settings.log { (SQL: String) in
                if !isFirst { self.trace.append(SQL) }
                isFirst = false
            }
        }
    }

    /// The statements that its log has shown behind the first, and the street that it found.
    public static func run() throws -> (trace: [String], streets: [String]) {
        let screen = Screen()
        screen.begin()
        try ProgramAddress.register()
        try ProgramStay.register()
        var stay = ProgramStay()
        try ProgramStay.transaction {
            stay.house = "A"
            stay.number = 2
            stay.address.street = "Highland Drive"
            try stay.pin()
            stay = ProgramStay()
        }
        let query = ProgramStay.query()
        query.join(ProgramAddress.self).or { q in
            q.filter("house", .equals, value: "A").filter("ProgramAddress.zip", .greaterThan, value: 7)
        }
        let streets = try query.findObject().map { $0.address.street }
        Reflect.settings.log(nil)
        return (screen.trace, streets)
    }
}
