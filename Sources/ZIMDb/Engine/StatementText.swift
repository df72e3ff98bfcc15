import Foundation

/// A statement's text as the engine sees it: its bytes.
///
/// Swift takes two spellings of one character, "é" as one scalar or as two, for equal; a database does not, so they must
/// not find each other's statement.
struct StatementText: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: StatementText, right: StatementText) -> Bool {
        var (first, second) = (left.text, right.text)
        return first.withUTF8 { first in
            second.withUTF8 { second in
                guard first.count == second.count, let one = first.baseAddress, let other = second.baseAddress else {
                    return first.count == second.count
                }
                return memcmp(one, other, first.count) == 0
            }
        }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
