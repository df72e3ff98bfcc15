import ZIMOrm

/// A difference between a class and its table, and the line of the class that it is about.
package struct LocatedDifference: Encodable, Sendable, Hashable, CustomStringConvertible {
    package let kind: SchemaDifference.Kind
    package let table: String
    package let column: String?
    package let message: String
    /// The file of the class, in the folder as it was named; nil for a table without a class.
    package let file: String?
    /// The line, from 1.
    package let line: Int?

    init(_ difference: SchemaDifference, in folder: ModelFolder) {
        kind = difference.kind
        table = difference.table
        column = difference.column
        message = difference.message
        guard let file = folder.blocks[difference.table], let text = folder.texts[file] else {
            (self.file, line) = (nil, nil)
            return
        }
        self.file = (folder.path.hasSuffix("/") ? folder.path : folder.path + "/") + file
        line = Self.line(of: difference, in: text)
    }

    /// The line that declares the column's property, else the class's.
    private static func line(of difference: SchemaDifference, in text: String) -> Int? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let block = lines.firstIndex(of: "\(MarkedBlock.begin)\(SwiftName.literal(difference.table))") else {
            return nil
        }
        let own = lines[block...]
        let comment = difference.column.map { "    /// `\($0.comment)`" }
        let property = comment.flatMap { start in
            own.firstIndex { $0 == start || $0.hasPrefix(start + " ") || $0.hasPrefix(start + ",") }
        }
        return (property ?? own.firstIndex { $0.contains("class ") && $0.hasSuffix("Model, RowDecodable {") }).map {
            $0 + 1
        }
    }

    /// `Order.swift:12`
    var place: String? { file.map { file in line.map { "\(file):\($0)" } ?? file } }

    package var description: String { table + (column.map { "." + $0 } ?? "") + ": " + message }
}
