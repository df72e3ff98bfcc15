import ZIMDb

/// Names that statements make up for key sets and subqueries, `zim_keys`, beside tables and columns that are called so too.
enum MadeUpNames {
    private static let prefix = "zim"

    /// The names among some, in lower case, that a made-up one could be mistaken for.
    static func confusable(_ names: [String]) -> [String] {
        names.map { $0.lowercased() }.filter { $0.hasPrefix(prefix) }
    }

    /// What made-up names begin with beside others: `zim_`, or `zim1_` where one of the others begins with that.
    static func prefix(beside names: [String]) -> String {
        var (result, number) = (prefix + "_", 0)
        while names.contains(where: { $0.hasPrefix(result) }) {
            number += 1
            result = "\(prefix)\(number)_"
        }
        return result
    }
}

extension SQLWriter {
    /// What made-up names begin with in a statement over some tables.
    static func madeUpPrefix(beside mappings: [Mapping]) -> String {
        MadeUpNames.prefix(beside: mappings.flatMap(\.confusableNames))
    }

    /// Makes up names that are none of these tables', their columns' or their aliases'.
    mutating func avoidNames(of mappings: [Mapping], _ aliases: [String] = []) {
        if aliases.isEmpty, mappings.allSatisfy({ $0.confusableNames.isEmpty }) { return }
        let names = mappings.flatMap(\.confusableNames) + MadeUpNames.confusable(aliases)
        if !names.isEmpty { madeUpPrefix = MadeUpNames.prefix(beside: names) }
    }
}
