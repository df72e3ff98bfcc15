import Foundation
import Testing
import ZIMDb

@Suite struct PropertyListTests {
    private let scratch: Scratch
    private let name = "list \(UUID().uuidString)"

    init() throws {
        scratch = try Scratch()
        try scratch.database("live.sqlite").execute("CREATE TABLE t (v); INSERT INTO t VALUES (1)")
    }

    /// Writes `db.plist` with the data source that the entries describe, and loads it.
    private func load(_ entries: String) throws -> [String] {
        try load(list: "<dict><key>\(name)</key>\(entries)</dict>")
    }

    private func load(list: String) throws -> [String] {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">\(list)</plist>
            """
        try scratch.write(Data(text.utf8), to: "db.plist")
        return try DataSource.load(propertyList: scratch.path("db.plist"))
    }

    private static let sqlite = "<key>type</key><string>SQLite</string><key>database</key><string>live.sqlite</string>"

    @Test func aRelativePathCountsFromTheListsFolder() throws {
        #expect(try load("<dict>\(Self.sqlite)</dict>") == [name])
        defer { DataSource.unregister(name) }
        let database = try DataSource.named(name)
        try database.execute("INSERT INTO t VALUES (2)")
        #expect(try database.count("t") == 2)
        #expect(database.location == scratch.path("live.sqlite"))
    }

    @Test(arguments: ["<true/>", "<string>YES</string>", "<string>true</string>", "<integer>1</integer>"])
    func readonlyIsKept(_ flag: String) throws {
        _ = try load("<dict>\(Self.sqlite)<key>readonly</key>\(flag)</dict>")
        defer { DataSource.unregister(name) }
        let error = failure { try DataSource.named(name).execute("INSERT INTO t VALUES (2)") }
        #expect(error?.code == .readOnly)
        #expect(try DataSource.named(name).count("t") == 1)
    }

    @Test func privilegesAreEnforced() throws {
        _ = try load(
            "<dict>\(Self.sqlite)<key>privileges</key><array><string>select</string><string>BEGIN</string></array></dict>"
        )
        defer { DataSource.unregister(name) }
        let database = try DataSource.named(name)
        #expect(try database.count("t") == 1)
        let error = failure { try database.execute("DELETE FROM t") }
        #expect(error?.message == "DELETE on \"t\" is not granted to data source \"\(name)\"")
    }

    @Test(arguments: [
        ("<string>x</string>", "must be a dictionary"),
        ("<dict><key>database</key><string>a</string></dict>", "the key type is missing"),
        ("<dict><key>type</key><string>SQLite</string></dict>", "the key database is missing"),
        (
            "<dict><key>type</key><string>SQLite</string><key>database</key><string></string></dict>",
            "database must be a text that is not empty, not "
        ),
        (
            "<dict><key>type</key><integer>3</integer><key>database</key><string>a</string></dict>",
            "type must be a text that is not empty, not 3"
        ),
        (
            "<dict>\(sqlite)<key>readonly</key><string>perhaps</string></dict>",
            "readonly must be true or false, not perhaps"
        ),
        ("<dict>\(sqlite)<key>readonly</key><integer>2</integer></dict>", "readonly must be true or false, not 2"),
        ("<dict>\(sqlite)<key>readOnly</key><true/></dict>", "the key \"readOnly\" must be written \"readonly\""),
        (
            "<dict>\(sqlite)<key>privileges</key><string>SELECT</string></dict>",
            "privileges must be an array of strings"
        ),
        (
            "<dict>\(sqlite)<key>privileges</key><array><string>SELEKT</string></array></dict>",
            "the privileges [\"SELEKT\"] are not known; known: [\"ALTER\", \"ANALYZE\", \"ATTACH\", \"CREATE\", \"DELETE\", "
                + "\"DETACH\", \"DROP\", \"INSERT\", \"PRAGMA\", \"REINDEX\", \"SELECT\", \"UPDATE\"]"
        ),
    ])
    func whatIsWrongIsNamed(_ entries: String, _ message: String) {
        let error = failure { _ = try load(entries) }
        #expect(error?.code == .dataSource)
        #expect(error?.message == "data source \"\(name)\" in \(scratch.path("db.plist")): \(message)")
        #expect(!DataSource.names.contains(name))
    }

    @Test func aListThatIsNoneIsAnError() throws {
        let path = scratch.path("db.plist")
        #expect(
            failure { _ = try DataSource.load(propertyList: path) }?.message
                == "the property list \(path) cannot be read")
        #expect(failure { _ = try load(list: "<array/>") }?.message == "\(path) must hold a dictionary of data sources")
        try scratch.write(Data("{ not a list".utf8), to: "db.plist")
        let error = failure { _ = try DataSource.load(propertyList: path) }
        #expect(error?.message.hasPrefix("\(path) is not a property list: ") == true)
    }

    @Test func oneThatIsWrongRegistersNone() throws {
        let error = failure {
            _ = try load(list: "<dict><key>\(name)</key><dict>\(Self.sqlite)</dict><key>\(name)2</key><dict/></dict>")
        }
        #expect(error?.message.contains("\"\(name)2\"") == true)
        #expect(!DataSource.names.contains(name))
    }
}
