/// The singular and the plural of an English noun in lower case.
///
/// ```swift
/// EnglishNoun.singular("volcanoes")     // "volcano"
/// EnglishNoun.plural("policeman")       // "policemen"
/// ```
///
/// Rules by ending come with the words that break them; compounds follow their last part. A word with a letter outside
/// ASCII is of another language and stays as it is. `Tests/ZIMToolTests/Names/` holds the list that both are tested on.
enum EnglishNoun {
    static func singular(_ word: String) -> String {
        guard isEnglish(word), !unchanged.contains(word) else { return word }
        if let one = singulars[word] { return one }
        if plurals[word] != nil || endsInS.contains(word) { return word }
        for (one, many) in compounds where word.hasSuffix(many) && !notCompound.contains(word) {
            return word.dropLast(many.count) + one
        }
        guard word.count > 3, word.hasSuffix("s") else { return word }
        let stem = String(word.dropLast())
        if ["ss", "us", "is"].contains(where: word.hasSuffix) {
            return endsInU.contains(stem) || endsInI.contains(stem) || stem.hasSuffix("eau") ? stem : word
        }
        guard word.hasSuffix("es") else { return stem }
        let short = String(word.dropLast(2))
        if endsInS.contains(short) { return short }
        if word.hasSuffix("ies") { return endsInIE.contains(stem) || word.count < 5 ? stem : word.dropLast(3) + "y" }
        if word.hasSuffix("oes") { return endsInOE.contains(stem) || stem.hasSuffix("shoe") ? stem : short }
        if word.hasSuffix("uses") { return endsInUSE.contains(stem) || stem.hasSuffix("house") ? stem : short }
        if word.hasSuffix("ches") { return endsInCHE.contains(stem) ? stem : short }
        if word.hasSuffix("sses") { return endsInSSE.contains(stem) ? stem : short }
        return ["shes", "xes", "zzes", "tzes"].contains(where: word.hasSuffix) ? short : stem
    }

    static func plural(_ word: String) -> String {
        guard isEnglish(word), !unchanged.contains(word), singulars[word] == nil else { return word }
        if let many = plurals[word] { return many }
        for (one, many) in compounds where word.hasSuffix(one) && !notCompound.contains(word) {
            return word.dropLast(one.count) + many
        }
        if singular(word) != word { return word }
        guard let last = word.last else { return word }
        switch last {
        case "y": return isVowel(word.dropLast().last) ? word + "s" : word.dropLast() + "ies"
        case "o": return endsInOWithES.contains(word) ? word + "es" : word + "s"
        case "s" where word.hasSuffix("sis"): return word.dropLast(2) + "es"
        case "h": return hardCH.contains(where: word.hasSuffix) || !isSibilant(word) ? word + "s" : word + "es"
        case "s", "x", "z": return word + "es"
        default: return word + "s"
        }
    }

    private static func isEnglish(_ word: String) -> Bool { word.utf8.allSatisfy { $0 < 0x80 } }

    private static func isVowel(_ letter: Character?) -> Bool { letter.map { "aeiou".contains($0) } ?? true }

    private static func isSibilant(_ word: String) -> Bool { word.hasSuffix("ch") || word.hasSuffix("sh") }
}
