import Foundation
import Testing
import ZIMOrm

@testable import ZIMTool

/// The file of a person's own names: errors say the line, and `zim check` reads it, too.
@Suite struct SettingsTests {
    private static let sql = """
        CREATE TABLE orders (y INT, n INT, part TEXT, PRIMARY KEY (y, n, part));
        CREATE TABLE line (y INT NOT NULL, n INT NOT NULL, part TEXT NOT NULL, pos INT, PRIMARY KEY (y, n, part, pos),
            FOREIGN KEY (y, n, part) REFERENCES orders (y, n, part));
        """
    private static let settings = """
        {
          "tables": {
            "line": {
              "class": "Position",
              "columns": { "y": { "name": "year" },
                           "pos": { "name": "place" } },
              "relationships": { "order": "itsOrder" }
            },
            "orders": {
              "relationships": {
                "positions": { "name": "items", "dependent": "delete" }
              }
            }
          }
        }
        """

    @Test func namesAreKept() throws {
        let out = try ToolScratch()
        let file = try out.open(Self.sql)
        try out.write(Self.settings, to: "zim.json")
        var options = Generation.Options()
        options.settings = try GeneratorSettings(contentsOf: out.path("zim.json"))
        for _ in 1...2 { _ = try Generation(of: file, options: options).write(to: out.path("Models")) }
        let text = try #require(out.text("Models/Position.swift"))
        for part in ["class Position:", "var year: Int", "var place: Int", "func itsOrder() throws -> Order"] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(out.text("Models/Order.swift")?.contains("func items(options:") == true)
        let check = try FolderCheck(of: file, folder: out.path("Models"), settings: options.settings)
        #expect(check.differences == [])
        // Names that were chosen later.
        let later = Self.settings.replacing("Position", with: "Line").replacing("place", with: "spot")
            .replacing("items", with: "lines").replacing("positions", with: "lines")
        try out.write(later, to: "later.json")
        let stale = try FolderCheck(
            of: file, folder: out.path("Models"), settings: try GeneratorSettings(contentsOf: out.path("later.json")))
        let place = out.path("later.json")
        #expect(
            stale.differences.map(\.description) == [
                "line: \(place):4: the settings call the class Line; run zim generate",
                "line.pos: \(place):6: the settings call this property spot; run zim generate",
                "orders: \(place):11: the settings call the relationship lines lines; run zim generate",
            ])
    }

    @Test(arguments: [
        ("\"line\": {", "\"lines\": {", 3, "the settings name the table \"lines\", which the database does not have"),
        ("\"pos\"", "\"pso\"", 6, "the settings name the column \"pso\", which \"line\" does not have"),
        ("\"order\":", "\"ordr\":", 7, "the settings name the relationship \"ordr\", which \"line\" does not have"),
        ("\"columns\"", "\"colums\"", 5, "the settings have no \"colums\" here"),
        ("\"class\"", "\"clas\"", 4, "the settings have no \"clas\" here"),
        ("{ \"name\": \"place\"", "{ \"nam\": \"place\"", 6, "the settings have no \"nam\" here"),
        ("\"tables\"", "\"table\"", 2, "the settings have no \"table\" here"),
        ("\"orders\": {", "\"line\": {", 3, "the settings have \"line\" twice"),
        ("\"place\"", "\"year\"", 5, "the settings give \"pos\" and \"y\" the same property, year"),
        ("\"Position\"", "\"my class\"", 4, "the settings name a class \"my class\", which is no name in Swift"),
        ("\"Position\"", "\"class\"", 4, "the settings name a class \"class\", which is a word of Swift's own"),
        (
            "\"Position\"", "\"Model\"", 4,
            "the settings name a class \"Model\", which is a type or module that models stand beside"
        ),
        (
            "\"Position\"", "\"Double\"", 4,
            "the settings name a class \"Double\", which is a type or module that models stand beside"
        ),
        (
            "\"place\"", "\"save\"", 6,
            "the settings name a property \"save\", which every model has itself, or no member can have"
        ),
        (
            "\"itsOrder\"", "\"delete\"", 7,
            "the settings name a relationship \"delete\", which every model has itself, or no member can have"
        ),
        ("\"place\"", "\"_\"", 6, "the settings name a property \"_\", which is no name in Swift"),
        ("\"delete\"", "\"remove\"", 11, "Cannot initialize Dependent from invalid String value remove"),
        ("\"dependent\"", "\"dependant\"", 11, "the settings have no \"dependant\" here"),
        (
            "\"itsOrder\"", "\"place\"", 7,
            "the settings call the relationship \"order\" place, as a property or another relationship of its class is called"
        ),
        (
            "\"itsOrder\"", "\"n\"", 7,
            "the settings call the relationship \"order\" n, as a property or another relationship of its class is called"
        ),
        (
            "\"Position\"", "\"Position\", \"key\": [\"y\"]", 4,
            "the settings give \"line\" the key (y), but its primary key is (y, n, part, pos)"
        ),
        (
            "\"Position\"", "\"Position\", \"key\": []", 4,
            "the settings give \"line\" the key (), but its primary key is (y, n, part, pos)"
        ),
        (
            "{ \"name\": \"place\"", "{ \"type\": \"Int?\"", 6,
            "the settings give \"pos\" a type that ends with a question mark"
        ),
    ])
    func mistakes(_ right: String, _ wrong: String, _ line: Int, _ message: String) throws {
        let out = try ToolScratch()
        let file = try out.open(Self.sql)
        try out.write(Self.settings.replacing(right, with: wrong), to: "zim.json")
        let error = #expect(throws: ToolError.self) {
            var options = Generation.Options()
            options.settings = try GeneratorSettings(contentsOf: out.path("zim.json"))
            _ = try Generation(of: file, options: options)
        }
        #expect(error?.message.hasPrefix("\(out.path("zim.json")):\(line): ") == true, "\(error?.message ?? "")")
        #expect(error?.message.hasSuffix(message) == true, "\(error?.message ?? "")")
    }

    @Test func aKeyInAnotherOrder() throws {
        let out = try ToolScratch()
        let key = "\"Position\", \"key\": [\"pos\", \"N\", \"y\", \"part\"]"
        try out.write(Self.settings.replacing("\"Position\"", with: key), to: "zim.json")
        var options = Generation.Options()
        options.settings = try GeneratorSettings(contentsOf: out.path("zim.json"))
        let files = try Generation(of: try out.open(Self.sql), options: options).files()
        let text = try #require(files.first { $0.file == "Position.swift" }?.text)
        #expect(text.contains("override class var primaryKey: [String] { [\"pos\", \"n\", \"y\", \"part\"] }"))
    }

    @Test func command() throws {
        let out = try ToolScratch()
        let path = try out.database(Self.sql)
        try out.write(Self.settings, to: "zim.json")
        let settings = ["--settings", out.path("zim.json")]
        #expect(try Program.run(["generate", path, "--output", out.path("Models")] + settings).status == 0)
        #expect(try Program.run(["check", path, out.path("Models")] + settings).status == 0)
        try out.write(Self.settings.replacing("\"pos\"", with: "\"spot\""), to: "zim.json")
        let answer = try Program.run(["check", path, out.path("Models")] + settings)
        #expect(answer.status == 2)
        #expect(answer.err.contains("zim.json:6: the settings name the column \"spot\""), "\(answer.err)")
    }
}
