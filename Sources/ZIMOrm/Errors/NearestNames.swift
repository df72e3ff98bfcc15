/// Finds the names that somebody who misspelt one may have meant.
package enum NearestNames {
    /// For example `Did you mean "first_name"?`, or nil if nothing is near.
    package static func hint(for name: String, among names: [String]) -> String? {
        hint(for: name, among: names.map { [$0] })
    }

    /// The same for things that have several names, as a column and its property: each is offered by the name that is
    /// nearer to what was written.
    ///
    /// - Parameter names: the names of each thing, the one to list first where nothing is near.
    package static func hint(for name: String, among names: [[String]]) -> String? {
        let found = nearest(to: name, among: names)
        guard !found.isEmpty else {
            guard !names.isEmpty, names.count <= 12 else { return nil }
            return "Known: " + names.compactMap { $0.first.map { "\"\($0)\"" } }.joined(separator: ", ")
        }
        return "Did you mean " + found.map { "\"\($0)\"" }.joined(separator: " or ") + "?"
    }

    /// At most three names, the nearest first.
    package static func nearest(to name: String, among names: [String]) -> [String] {
        nearest(to: name, among: names.map { [$0] })
    }

    private static func nearest(to name: String, among names: [[String]]) -> [String] {
        let written = Array(name)
        let wanted = folded(name)
        let ranked = names.compactMap { forms -> Candidate? in
            forms.compactMap { form -> Candidate? in
                let candidate = folded(form)
                let distance = distance(wanted, candidate)
                guard isNear(wanted, candidate, distance) else { return nil }
                return Candidate(name: form, distance: distance, asWritten: Self.distance(written, Array(form)))
            }.min { $0.rank < $1.rank }
        }
        return ranked.sorted { $0.rank < $1.rank }.prefix(3).map(\.name)
    }

    private struct Candidate {
        let name: String
        let distance: Int
        /// The distance of the names letter by letter: it tells `first_name` from `firstName`.
        let asWritten: Int

        var rank: (Int, Int, String) { (distance, asWritten, name) }
    }

    /// Whether one can be meant by the other. Short names have many neighbours that mean something else, so they must
    /// begin alike or be made of the same letters where much of them differs.
    private static func isNear(_ wanted: [Character], _ candidate: [Character], _ distance: Int) -> Bool {
        if distance == 0 { return true }
        let limit = wanted.count < 2 ? 0 : wanted.count < 4 ? 1 : max(2, wanted.count / 3)
        guard distance <= limit else { return false }
        let isClose = wanted.count > 5 || wanted.count > 3 && distance == 1
        return isClose || wanted.first == candidate.first || wanted.sorted() == candidate.sorted()
    }

    /// `First_Name` and `firstName` are the same name in another hand.
    private static func folded(_ name: String) -> [Character] {
        name.lowercased().filter { $0 != "_" && $0 != " " && $0 != "-" }
    }

    /// The number of characters to insert, delete, replace, or exchange with their neighbour (optimal string alignment).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var before: [Int] = []
        var previous = Array(0...right.count)
        for (row, character) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = previous[column] + (character == other ? 0 : 1)
                var least = min(replaced, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
                    least = min(least, before[column - 1] + 1)
                }
                current.append(least)
            }
            (before, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
