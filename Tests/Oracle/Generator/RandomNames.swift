import TestServer

/// Names as inherited databases have them: spaces, quotes, keywords, other scripts.
struct RandomNames {
    private static let plain = [
        "id", "code", "no", "day", "kind", "part", "ref", "name", "w_id", "d_id", "area", "lot",
    ]
    private static let odd = [
        "order", "group", "a b", "x\"y", "ключ", "Größe", "select", "a.b", "1st", "tag'", "`tick`", "[br]", "名前", "Key",
        "rowid", "oid", "key", "value", "e\u{301}t", "ordinal", "zim_keys", "from", "-- no", "semi;colon", "a,b",
    ]

    private var taken: Set<String>
    private let oddShare: Int

    init(taken: Set<String> = [], oddShare: Int) {
        self.taken = taken
        self.oddShare = oddShare
    }

    mutating func next(_ random: inout SeededGenerator) -> String {
        while true {
            let name = random.pick(random.chance(oddShare) ? Self.odd : Self.plain)
            if taken.insert(name.lowercased()).inserted { return name }
            let numbered = name + String(taken.count)
            if taken.insert(numbered.lowercased()).inserted { return numbered }
        }
    }
}
