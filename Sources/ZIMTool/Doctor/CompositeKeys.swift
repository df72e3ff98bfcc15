/// The keys of several columns by the letters of names, so that a table is held against those few that its columns can mean.
struct CompositeKeys {
    /// What says which columns fit a key, apart from the words of its table.
    private struct Shape: Hashable {
        let parts: [ParentKey.Part]
        let groups: [Int?]
        let hasPrefix: Bool
        let isNameless: Bool
        /// Whether each part begins or ends with the words of the table.
        let isCalledAfterTable: [Bool]

        init(_ key: ParentKey) {
            (parts, groups, hasPrefix) = (key.parts, key.groups, key.hasPrefix)
            isNameless = key.words.isEmpty
            isCalledAfterTable = parts.flatMap { [key.begins($0), key.ends(with: $0)] }
        }
    }

    /// The positions of the keys of each shape.
    private let alike: [[Int]]
    /// The positions of the shapes by the letters of the part that fewest of them have: a table must have that one, too.
    private var shapesByLetters: [String: [Int]] = [:]
    /// The positions of keys by the letters of what they are called after their tables.
    private var keysByLetters: [String: [Int]] = [:]

    init(_ keys: [ParentKey]) {
        var positions: [Shape: Int] = [:]
        var (shapes, alike): ([Shape], [[Int]]) = ([], [])
        for (index, key) in keys.enumerated() where key.columns.count > 1 {
            let shape = Shape(key)
            if let position = positions[shape] {
                alike[position].append(index)
            } else {
                positions[shape] = shapes.count
                shapes.append(shape)
                alike.append([index])
            }
            var letters = Set(key.parts.map { (key.words + $0.own).joined() })
            if key.parts.contains(where: { ColumnWords.isGeneric($0.own) }) { letters.insert(key.words.joined()) }
            for letters in letters { keysByLetters[letters, default: []].append(index) }
        }
        self.alike = alike
        let counts = shapes.lazy.flatMap(\.parts).reduce(into: [:]) { $0[$1.whole, default: 0] += 1 }
        for (index, shape) in shapes.enumerated() {
            guard let part = shape.parts.min(by: { counts[$0.whole, default: 0] < counts[$1.whole, default: 0] }) else {
                continue
            }
            for letters in Set([part.own.joined(), part.whole.joined()]) {
                shapesByLetters[letters, default: []].append(index)
            }
        }
    }

    /// The keys that columns can mean.
    ///
    /// - Parameter letters: the ends of the columns' names.
    /// - Returns: those whose tables the columns may name, and the others together with those that the same columns fit.
    func meant(by letters: Set<String>) -> (named: Set<Int>, alike: [[Int]]) {
        (
            Set(letters.flatMap { keysByLetters[$0, default: []] }),
            Set(letters.flatMap { shapesByLetters[$0, default: []] }).map { alike[$0] }
        )
    }
}
