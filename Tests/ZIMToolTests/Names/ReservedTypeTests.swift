import Foundation
import Testing

@testable import ZIMTool

/// No class is generated under the name of a type that stands beside it.
@Suite struct ReservedTypeTests {
    @Test(arguments: [
        ("locking", "LockingRow"), ("model_keys", "ModelKeyRow"), ("comments", "CommentRow"), ("tags", "TagRow"),
        ("issues", "IssueRow"), ("calendars", "CalendarRow"),
        ("processes", "ProcessRow"), ("units", "UnitRow"), ("assignments", "AssignmentRow"),
        ("statements", "StatementRow"), ("table_schemas", "TableSchemaRow"), ("results", "ResultRecord"),
        ("result_rows", "ResultRowRecord"), ("amigo_models", "AmigoModelRow"), ("equatable", "EquatableRow"),
        ("orders", "Order"), ("jobs", "Job"),
    ])
    func classNames(_ table: String, _ swift: String) { #expect(SwiftName.type(NameWords(table).singular) == swift) }

    /// A new public type is added to the list by `scripts/reserved-types`.
    @Test func everyPublicTypeOfThePackageIsKnown() throws {
        let package = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
        let declaration =
            /^(?:@_spi\(Generated\) )?(?:public|open) (?:final |indirect )*(?:class|struct|enum|protocol|actor|typealias) ([A-Za-z]\w*)/
        var count = 0
        for target in ["ZIMSql", "ZIMDb", "ZIMOrm", "ZIMPostgres", "ZIMTestSupport"] {
            let sources = package.appending(path: "Sources/\(target)")
            let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
            for file in files where file.hasSuffix(".swift") {
                var text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
                // What a trait switches on stands four spaces to the right.
                if target == "ZIMPostgres" { text = text.replacing("\n    ", with: "\n") }
                for line in text.split(separator: "\n") {
                    guard let name = line.firstMatch(of: declaration).map({ String($0.1) }) else { continue }
                    count += 1
                    #expect(SwiftName.knownTypes.contains(name), "run scripts/reserved-types for \(name) in \(file)")
                }
            }
        }
        #expect(count > 100)
    }
}
