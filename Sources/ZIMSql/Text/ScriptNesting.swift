/// Whether a semicolon of a script ends a statement: those inside the body of a trigger or a function do not.
package protocol ScriptNesting {
    init()
    var isOutside: Bool { get }
    mutating func note(_ token: SQLToken)
}

extension SQLTokenizer {
    /// The tokens of each statement of a script, without the semicolons that end them.
    package func statements<Nesting: ScriptNesting>(_ kind: Nesting.Type) -> [ArraySlice<SQLToken>] {
        var nesting = Nesting()
        return tokens.split { token in
            let isEnd = token.kind == .terminal && nesting.isOutside
            if isEnd { nesting = Nesting() }
            nesting.note(token)
            return isEnd
        }
    }
}

extension SQLToken {
    /// A keyword or a name without quotes, in upper case.
    package var word: String? { kind == .keyword || kind == .identifier ? text.uppercasedASCII : nil }

    /// Whether it is a word of SQL itself, not a quoted name.
    package func isWord(_ word: String) -> Bool { self.word == word }
}

extension String {
    /// The first word of a statement in upper case.
    package var firstWord: String {
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        return String(decoding: utf8.drop { !isLetter($0) }.prefix(while: isLetter), as: UTF8.self).uppercased()
    }
}
