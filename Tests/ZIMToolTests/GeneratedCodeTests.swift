import Foundation
import Testing
import ZIMOrm
import ZIMTool

/// The classes in the folder Generated are what the generator writes today for ``TrapSchema``: they are compiled with
/// these tests, so they compile without a warning, and their own tests run. `ZIM_RECORD=1` writes them anew.
@Suite struct GeneratedCodeTests {
    static var folder: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Generated").path
    }

    static var isRecording: Bool { ProcessInfo.processInfo.environment["ZIM_RECORD"] != nil }

    @Test func whatIsCompiledHereIsWhatTheGeneratorWrites() throws {
        let scratch = try ToolScratch()
        let file = try TrapSchema.open(in: scratch)
        let generation = try Generation(of: file)
        #expect(generation.skipped.map(\.table) == ["broken_view"])
        if Self.isRecording {
            _ = try generation.write(to: Self.folder)
            _ = try generation.writeTests(to: Self.folder, module: nil)
            return
        }
        try FileManager.default.copyItem(atPath: Self.folder, toPath: scratch.path("now"))
        let before = scratch.contents
        let report = try generation.write(to: scratch.path("now"))
        let tests = try generation.writeTests(to: scratch.path("now"), module: nil)
        #expect(report.created + report.changed + tests.created + tests.changed == [])
        #expect(report.orphaned == [])
        #expect(scratch.contents == before)
    }
}
