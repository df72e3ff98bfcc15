import Testing

@testable import ZIMTool

/// Singulars and plurals of the words that tables are called by.
@Suite struct EnglishNounTests {
    @Test func everyWordOfTheListBothWays() {
        #expect(EnglishNounList.pairs.count > 2000)
        for (one, many) in EnglishNounList.pairs {
            #expect(EnglishNoun.plural(one) == many)
            #expect(EnglishNoun.singular(many) == one)
            #expect(EnglishNoun.singular(one) == one)
            #expect(EnglishNoun.plural(many) == many)
        }
    }

    @Test(arguments: ["änderungen", "straßen", "años", "clés"])
    func wordsOfOtherLanguagesStay(_ word: String) {
        #expect(EnglishNoun.singular(word) == word)
        #expect(EnglishNoun.plural(word) == word)
    }

    @Test(arguments: [
        ("Physics", "Physics"), ("headquarters", "Headquarters"), ("Volcanoes", "Volcano"), ("octopuses", "Octopus"),
        ("Firemen", "Fireman"), ("calories", "Calorie"), ("wolves", "Wolf"), ("menus", "Menu"), ("olives", "Olive"),
    ])
    func classNames(_ table: String, _ swift: String) { #expect(SwiftName.type(NameWords(table).singular) == swift) }
}
