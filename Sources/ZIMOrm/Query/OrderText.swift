import Foundation
import ZIMDb

/// Reads the text of an order: `"o_entry_d DESC, o_id"`.
enum OrderText {
    static func parse(_ text: String) throws -> [(name: String, isAscending: Bool)] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            var words = part.split(whereSeparator: \.isWhitespace).map(String.init)
            var isAscending = true
            if words.count > 1, let last = words.last?.uppercased(), last == "ASC" || last == "DESC" {
                isAscending = last == "ASC"
                words.removeLast()
            }
            guard !words.isEmpty else {
                throw ModelError(.query, "the order \"\(text)\" has an empty part", hint: "Write \"a, b DESC\"")
            }
            return (words.joined(separator: " "), isAscending)
        }
    }
}
