#if PostgreSQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// The databases of others, loaded into a server by psql.
    @Suite(.server, .enabled(if: LegacyData.isPresent, LegacyData.absence))
    struct ServerLegacyTests {
        private static let urls = Result {
            let server = try #require(TestServer.shared)
            return try ["tpcc", "chinook"].reduce(into: [:]) {
                $0[$1] = try server.makeDatabase(file: LegacyData.folder + "/postgresql/\($1).sql")
            }
        }

        private func open(_ name: String) throws -> InspectedDatabase {
            try InspectedDatabase(place: #require(Self.urls.get()[name]))
        }

        @Test func tpcc() throws {
            let file = try open("tpcc")
            let inspection = try Inspection(of: file)
            #expect(inspection.summary == "9 tables, 3,857 rows")
            #expect(inspection.counts["order_line"] == 2455 && inspection.counts["customer"] == 240)
            // Each foreign key lists its columns in another order than the key that it points to.
            #expect(
                inspection.relationships["order_line"]?.map(\.description) == [
                    "order_line belongs to orders by (ol_w_id, ol_d_id, ol_o_id)",
                    "order_line belongs to stock by (ol_supply_w_id, ol_i_id)",
                ])
            let findings = try Examination(of: file).findings
            #expect(
                findings.map(\.kind) == [.noKey]
                    + [
                        .foreignKeyWithoutIndex, .foreignKeyWithoutIndex, .foreignKeyWithoutIndex,
                        .foreignKeyWithoutIndex,
                    ])
        }

        @Test func chinook() throws {
            let file = try open("chinook")
            let inspection = try Inspection(of: file)
            #expect(inspection.summary == "11 tables, 15,607 rows")
            #expect(inspection.counts["playlist_track"] == 8715)
            #expect(
                inspection.relationships["playlist"]?.last?.description
                    == "playlist has many track through playlist_track by (playlist_id) and (track_id)")
        }

        /// The same tables from a file and from a server give the same classes, but for what the columns themselves decide.
        @Test func theClassesOfTPCCAreThoseOfTheFile() throws {
            let lines = try [
                InspectedDatabase(path: LegacyData.folder + "/tpcc.sqlite"), open("tpcc"),
            ].map { file in
                try Generation(of: file).files().filter { !$0.file.hasPrefix("ZIM") }.reduce(into: [:]) {
                    lines, file in
                    lines[file.file] = file.text.lowercased().split(separator: "\n").map(String.init)
                        .filter { !$0.contains("///") && !$0.hasPrefix("// zim:") }
                }
            }
            #expect(Set(lines[0].keys) == Set(lines[1].keys))
            var differences: [String] = []
            for (name, own) in lines[0] {
                for change in (lines[1][name] ?? []).difference(from: own) {
                    switch change {
                    case .remove(_, let line, _): differences.append("- " + line.trimmingSpaces)
                    case .insert(_, let line, _): differences.append("+ " + line.trimmingSpaces)
                    }
                }
            }
            // A file's points in time are text, which is written as it was found; a timestamp takes any form. The only key
            // that is INTEGER in the file numbers its rows there, as no plain integer does on the server.
            #expect(
                differences.sorted() == [
                    #"+ column("c_since", \customer.csince),"#, #"+ column("h_date", \history.hdate),"#,
                    #"+ column("o_entry_d", \order.oentryd),"#, #"+ column("ol_delivery_d", \orderline.oldeliveryd),"#,
                    "+ csince = try date.read(from: row, at: 12)", "+ hdate = try date.read(from: row, at: 5)",
                    "+ iid = 0", "+ iid = try int.read(from: row, at: 0)",
                    "+ oentryd = try date.read(from: row, at: 4)", "+ oldeliveryd = try date?.read(from: row, at: 6)",
                    "+ override class var isautoincremented: bool { false }",
                    "+ var iid: int { didset { notechange(0, was: oldvalue) } }",
                    #"- column("c_since", \customer.csince, as: .date(.datetime)),"#,
                    #"- column("h_date", \history.hdate, as: .date(.datetime)),"#,
                    #"- column("o_entry_d", \order.oentryd, as: .date(.datetime)),"#,
                    #"- column("ol_delivery_d", \orderline.oldeliveryd, as: .date(.datetime)),"#,
                    "- csince = try row.get(12, date: .datetime)", "- hdate = try row.get(5, date: .datetime)",
                    "- iid = try int?.read(from: row, at: 0)", "- oentryd = try row.get(4, date: .datetime)",
                    "- oldeliveryd = try row.get(6, date: .datetime)",
                    "- var iid: int? { didset { notechange(0, was: oldvalue) } }",
                ])
        }

        @Test(arguments: ["tpcc", "chinook"])
        func drawingAndChecking(_ name: String) throws {
            let file = try open(name)
            for format in Diagram.Format.allCases { #expect(try Diagram(of: file).text(format).count > 1000) }
            let out = try ToolScratch()
            _ = try Generation(of: file).write(to: out.folder)
            #expect(try FolderCheck(of: file, folder: out.folder).differences == [])
        }
    }
#endif
