/// Makes names that Swift takes of names that databases have.
package enum SwiftName {
    /// A property's or method's name, without the quotes that a keyword needs.
    static func member(_ words: NameWords, fallback: String) -> String {
        var name = identifier(words.lowerCamel)
        if name.isEmpty { name = fallback }
        if name.first?.isNumber == true { name = (fallback.isEmpty ? "_" : fallback.prefix { $0.isLetter }) + name }
        return reservedMembers.contains(name) ? name + "Value" : name
    }

    /// The name as it stands, where Swift takes it; else as near as can be.
    static func verbatim(_ text: String, fallback: String) -> String {
        var name = identifier(text.replacing(" ", with: "_"))
        if name.isEmpty || name.allSatisfy({ $0 == "_" }) { name = fallback }
        if name.first?.isNumber == true { name = "_" + name }
        return reservedMembers.contains(name) ? name + "Value" : name
    }

    /// A class's name.
    static func type(_ words: NameWords) -> String {
        var name = identifier(words.upperCamel)
        if name.isEmpty { name = "Table" }
        if name.first?.isNumber == true { name = "Table" + name }
        guard reservedTypes.contains(name) else { return name }
        // The ending may make another known type of it: a table "result" would be ResultRow.
        let endings = ["Row", "Record", "Table"].filter { !name.hasSuffix($0) }
        return endings.map { name + $0 }.first { !reservedTypes.contains($0) } ?? name + "RowRecord"
    }

    /// Why a person's name for a class would not compile; nil if it does.
    static func problem(ofType name: String) -> String? {
        if keywords.contains(name) { return "is a word of Swift's own" }
        return reservedTypes.contains(name) ? "is a type or module that models stand beside" : nil
    }

    /// The same for a property or a method.
    static func problem(ofMember name: String) -> String? {
        reservedMembers.contains(name) ? "every model has itself, or no member can have" : nil
    }

    /// The name as source text: keywords in back quotes.
    package static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// A string literal.
    package static func literal(_ text: String) -> String {
        text.quoted { scalar in
            let isHidden =
                (0x7F...0x9F).contains(scalar) || (0x200B...0x200F).contains(scalar)
                || (0x2028...0x202E).contains(scalar) || (0x2060...0x206F).contains(scalar) || scalar == 0xFEFF
            return scalar < 0x20 || isHidden ? "\\u{" + String(scalar, radix: 16) + "}" : nil
        }
    }

    /// An array literal of strings.
    package static func list(_ names: [String]) -> String { "[" + names.map(literal).joined(separator: ", ") + "]" }

    /// The elements of an array literal, one a line; a single one has no comma, as `swift format` writes it.
    static func elements(_ elements: [String]) -> [String] {
        elements.flatMap { LineBreaks.call($0, indent: 12, tail: elements.count > 1 ? "," : "") }
    }

    /// Only the characters that an identifier may have: letters and digits of all scripts, and `_`.
    private static func identifier(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        if isPlain { return name }
        return String(
            String.UnicodeScalarView(
                name.unicodeScalars.filter { scalar in
                    if scalar.isASCII { return scalar == "_" || scalar.properties.isAlphabetic || scalar.isDigit }
                    let isPart = scalar.properties.isXIDContinue
                    // Letters of the planes that Swift's grammar lists; others may not be in an identifier.
                    return isPart && scalar.properties.isAlphabetic && scalar.value < 0xFFFE
                }))
    }

    private static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
        "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while",
        "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "actor",
        "package",
    ]

    /// The members of Model, what the generated class has besides, and names that cannot be members even in quotes.
    private static let reservedMembers: Set<String> = [
        "self", "Self", "init", "Type", "Protocol", "deinit", "subscript", "super", "Any",
        "delegate", "columnChanges", "recordedChanges", "willLoad", "didLoad", "willSave", "didSave", "willDelete",
        "didDelete", "save", "insert", "update", "upsert", "delete", "load", "reload", "merge", "reading", "writing",
        "settle",
        "isLoaded", "isDeleted", "keyValues", "changedColumns", "hasChanges", "currentMapping", "noteChange",
        "add", "remove", "replace", "apply", "encoded", "rowIdentity", "write", "belongsTo",
        "hasOne", "hasMany", "hasManyLinked", "related", "set", "clear", "attach", "record", "slot", "state", "row",
    ]

    /// Types of the standard library that the generated code names, and modules: ``knownTypes`` has the others.
    static let reservedTypes = knownTypes.union([
        "ZIMOrm", "ZIMDb", "ZIMSql", "AmigoModel", "Foundation", "Swift", "Testing", "XCTest", "ZIMModels", "String",
        "Int", "Int64",
        "Double",
        "Float", "Bool", "Array", "Set", "Dictionary", "Optional", "Any", "AnyObject", "Error", "Result", "Type",
        "Protocol",
        "Self", "Character", "Never", "Void", "Task", "Sendable", "Equatable",
    ])
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(value) }
}

/// Gives out names, each once.
struct NamePool {
    private var taken: Set<String> = []
    private let reserved: Set<String>

    /// - Parameter reserved: names that only a person gives.
    init(reserved: Set<String> = []) { self.reserved = reserved }

    func isReserved(_ name: String) -> Bool { reserved.contains(name) }

    /// The first of some names that is free; where none is, the last with a number.
    mutating func take(_ candidates: [String]) -> String {
        for name in candidates where taken.insert(name).inserted { return name }
        let base = candidates.last ?? "value"
        var number = 2
        while !taken.insert(base + String(number)).inserted { number += 1 }
        return base + String(number)
    }
}
