import ZIMOrm

/// What the tables and columns of the classes are called right now.
struct HostileNames: Sendable {
    @TaskLocal static var current = HostileNames("plain")

    let table: String
    let first: String
    let second: String
    let value: String
    var lines: String { table + " lines" }
    var place: String { "place " + first }

    /// All from one text, each another name.
    init(_ text: String) {
        (table, first, second, value) = (text, text + "1", "2" + text, text)
    }
}

/// A table with a key of two columns.
final class HostileRow: Model {
    var first = ""
    var second = 0
    var value: String?
    override class var table: String { HostileNames.current.table }
    override class var primaryKey: [String] { [HostileNames.current.first, HostileNames.current.second] }
    override class var isAutoIncremented: Bool { false }
    override class var columns: [Column] {
        let names = HostileNames.current
        return [
            Column(names.first, \HostileRow.first), Column(names.second, \HostileRow.second),
            Column(names.value, \HostileRow.value),
        ]
    }

    convenience init(_ first: String, _ second: Int, _ value: String?) {
        self.init()
        (self.first, self.second, self.value) = (first, second, value)
    }

    func lines() throws -> [HostileLine] {
        try hasMany(HostileLine.self, foreignKey: [HostileNames.current.first, HostileNames.current.second])
    }
}

/// What belongs to it: a key of three columns.
final class HostileLine: Model {
    var first = ""
    var second = 0
    var place = 0
    override class var table: String { HostileNames.current.lines }
    override class var primaryKey: [String] {
        [HostileNames.current.first, HostileNames.current.second, HostileNames.current.place]
    }
    override class var isAutoIncremented: Bool { false }
    override class var columns: [Column] {
        let names = HostileNames.current
        return [
            Column(names.first, \HostileLine.first), Column(names.second, \HostileLine.second),
            Column(names.place, \HostileLine.place),
        ]
    }

    convenience init(_ first: String, _ second: Int, _ place: Int) {
        self.init()
        (self.first, self.second, self.place) = (first, second, place)
    }

    func row() throws -> HostileRow? {
        try belongsTo(HostileRow.self, foreignKey: [HostileNames.current.first, HostileNames.current.second])
    }
}
