/// One and many of the words that tables are called by.
enum EnglishNoun {
    private static let irregular: [(one: String, many: String)] = [
        ("person", "people"), ("child", "children"), ("man", "men"), ("woman", "women"), ("mouse", "mice"),
        ("goose", "geese"), ("foot", "feet"), ("tooth", "teeth"), ("datum", "data"), ("criterion", "criteria"),
        ("index", "indices"), ("matrix", "matrices"), ("vertex", "vertices"), ("analysis", "analyses"),
        ("basis", "bases"), ("crisis", "crises"), ("thesis", "theses"), ("leaf", "leaves"), ("shelf", "shelves"),
        ("half", "halves"), ("knife", "knives"), ("life", "lives"), ("wife", "wives"), ("movie", "movies"),
        ("cookie", "cookies"), ("shoe", "shoes"), ("quiz", "quizzes"), ("bus", "buses"), ("gas", "gases"),
        ("alias", "aliases"), ("canvas", "canvases"), ("lens", "lenses"), ("status", "statuses"), ("virus", "viruses"),
        ("campus", "campuses"), ("bonus", "bonuses"), ("cache", "caches"), ("tie", "ties"), ("pie", "pies"),
        ("zombie", "zombies"), ("house", "houses"), ("hero", "heroes"), ("potato", "potatoes"), ("tomato", "tomatoes"),
    ]

    /// Words that are the same for one and many, or whose plural nobody would read as one.
    private static let uncounted: Set<String> = [
        "news", "series", "species", "information", "equipment", "money", "staff", "stock", "sheep", "fish", "history",
        "data", "metadata", "media", "software", "hardware", "inventory", "address2", "info", "demographics", "sales",
    ]

    static func singular(_ word: String) -> String {
        if uncounted.contains(word) { return word == "demographics" ? "demographic" : word == "sales" ? "sale" : word }
        if let pair = irregular.first(where: { $0.many == word || $0.one == word }) { return pair.one }
        if word.count < 4 { return word }
        if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
        for ending in ["sses", "shes", "ches", "xes", "zzes"] where word.hasSuffix(ending) {
            return String(word.dropLast(2))
        }
        if word.hasSuffix("ss") || word.hasSuffix("us") || word.hasSuffix("is") || !word.hasSuffix("s") { return word }
        return String(word.dropLast())
    }

    static func plural(_ word: String) -> String {
        if let pair = irregular.first(where: { $0.one == word }), pair.one != "datum" { return pair.many }
        if word.hasSuffix("s") && singular(word) != word || uncounted.contains(word) && word.hasSuffix("s") {
            return word
        }
        if let last = word.last, last == "y", let before = word.dropLast().last, !"aeiou".contains(before) {
            return word.dropLast() + "ies"
        }
        for ending in ["s", "x", "z", "ch", "sh"] where word.hasSuffix(ending) { return word + "es" }
        return word + "s"
    }
}
