import Foundation
import Testing

/// The programs of the folder Examples print what stands in the file `Output.txt` beside them. `ZIM_RECORD=1` writes it anew.
@Suite struct ExampleTests {
    @Test(arguments: ["LegacyTour", "AmigoTour", "ReflectTour"])
    func theProgramPrintsWhatIsKept(_ name: String) throws {
        let kept = Page.root.appendingPathComponent("Examples/\(name)/Output.txt")
        let (text, status) = try BuiltProgram(name: name).run(in: FileManager.default.temporaryDirectory)
        #expect(status == 0)
        if ProcessInfo.processInfo.environment["ZIM_RECORD"] != nil {
            try text.write(to: kept, atomically: true, encoding: .utf8)
        }
        #expect(text == (try String(contentsOf: kept, encoding: .utf8)))
    }
}
