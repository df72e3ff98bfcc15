#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMTool

    /// The classes in the folder MySQLModelTests are what the generator writes today for ``MySQLTraps``; they are compiled
    /// there, and their own tests run against the server. `ZIM_RECORD=1` writes them anew.
    @Suite(.mariaDBServer) struct MySQLGeneratedCodeTests {
        static var folder: String {
            URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appendingPathComponent("MySQLModelTests").path
        }

        @Test func whatIsCompiledIsWhatTheGeneratorWrites() throws {
            var options = Generation.Options()
            options.guesses = true
            let generation = try Generation(of: MySQLTraps.open(), options: options)
            #expect(generation.skipped.map(\.table) == ["broken"])
            if GeneratedCodeTests.isRecording {
                _ = try generation.write(to: Self.folder)
                _ = try generation.writeTests(to: Self.folder, module: nil)
                return
            }
            let scratch = try ToolScratch()
            try FileManager.default.copyItem(atPath: Self.folder, toPath: scratch.path("now"))
            let before = scratch.contents
            let report = try generation.write(to: scratch.path("now"))
            let tests = try generation.writeTests(to: scratch.path("now"), module: nil)
            #expect(report.created + report.changed + tests.created + tests.changed == [])
            #expect(report.orphaned == [])
            #expect(scratch.contents == before)
        }
    }
#endif
