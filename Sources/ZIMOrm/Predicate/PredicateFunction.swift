/// The functions that a predicate may call: scalar, harmless, and no others.
///
/// The list is closed because the text may come from a person: `load_extension('…')` must not be a predicate.
package struct PredicateFunction: Sendable {
    /// The name in lower case.
    package let name: String
    /// The numbers of arguments that it takes.
    package let arguments: ClosedRange<Int>

    /// Every function there is, in the order in which an error lists them.
    package static let all: [PredicateFunction] = [
        PredicateFunction(name: "lower", arguments: 1...1),
        PredicateFunction(name: "upper", arguments: 1...1),
        PredicateFunction(name: "length", arguments: 1...1),
        PredicateFunction(name: "abs", arguments: 1...1),
        PredicateFunction(name: "round", arguments: 1...2),
        PredicateFunction(name: "trim", arguments: 1...2),
        PredicateFunction(name: "ltrim", arguments: 1...2),
        PredicateFunction(name: "rtrim", arguments: 1...2),
        PredicateFunction(name: "coalesce", arguments: 2...many),
        PredicateFunction(name: "ifnull", arguments: 2...2),
        PredicateFunction(name: "nullif", arguments: 2...2),
        PredicateFunction(name: "substr", arguments: 2...3),
        PredicateFunction(name: "date", arguments: 0...many),
        PredicateFunction(name: "datetime", arguments: 0...many),
        PredicateFunction(name: "julianday", arguments: 0...many),
        PredicateFunction(name: "strftime", arguments: 1...many),
    ]

    /// SQLite's default limit for the arguments of any function.
    private static let many = 100

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    /// The function of that name in any case.
    package static func named(_ name: String) -> PredicateFunction? { byName[name.lowercased()] }

    /// How many arguments it takes, in words.
    var arity: String {
        if arguments.upperBound == Self.many { return "\(arguments.lowerBound) or more arguments" }
        if arguments.count == 1 {
            return arguments.lowerBound == 1 ? "1 argument" : "\(arguments.lowerBound) arguments"
        }
        return "\(arguments.lowerBound) to \(arguments.upperBound) arguments"
    }
}
