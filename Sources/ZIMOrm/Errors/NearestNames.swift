/// Finds the names that somebody who misspelt one may have meant.
package enum NearestNames {
    /// For example `Did you mean "first_name"?`, or nil where nothing is near.
    package static func hint(for name: String, among names: [String]) -> String? {
        let found = nearest(to: name, among: names)
        guard !found.isEmpty else {
            guard !names.isEmpty, names.count <= 12 else { return nil }
            return "Known: " + names.map { "\"\($0)\"" }.joined(separator: ", ")
        }
        return "Did you mean " + found.map { "\"\($0)\"" }.joined(separator: " or ") + "?"
    }

    /// At most three names, the nearest first.
    package static func nearest(to name: String, among names: [String]) -> [String] {
        let wanted = folded(name)
        let limit = max(1, wanted.count / 3)
        let ranked = names.compactMap { candidate -> (String, Int)? in
            let distance = distance(wanted, folded(candidate))
            return distance <= limit ? (candidate, distance) : nil
        }
        return ranked.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(3).map(\.0)
    }

    /// `First_Name` and `firstName` are the same name in another hand.
    private static func folded(_ name: String) -> [Character] {
        name.lowercased().filter { $0 != "_" && $0 != " " && $0 != "-" }
    }

    /// The number of characters to insert, delete or replace (Levenshtein).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var previous = Array(0...right.count)
        for (row, character) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = previous[column] + (character == other ? 0 : 1)
                current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[right.count]
    }
}
