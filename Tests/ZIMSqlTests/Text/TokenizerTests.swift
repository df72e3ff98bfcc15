import Testing
import ZIMSql

@Suite struct TokenizerTests {
    /// The tokens that mean something, each with the first letters of its kind.
    private func tokens(_ text: String, _ rules: SQLLexicalRules = .sqlite) -> [String] {
        let tokenizer = SQLTokenizer(text, rules: rules)
        #expect(tokenizer.map(\.text).joined() == text)
        #expect(tokenizer.failure == nil)
        return tokenizer.filter { !$0.isSpace }.map { "\($0.kind.rawValue.prefix(3)) \($0.text)" }
    }

    @Test func aStatementOfSQLite() {
        #expect(
            tokens("SELECT a.b, 1.5e-3 -- x\n/* y */FROM \"a\"\"b\";")
                == [
                    "key SELECT", "ide a", "ope .", "ide b", "ope ,", "rea 1.5e-3", "key FROM", "ide \"a\"\"b\"",
                    "ter ;",
                ])
        #expect(
            tokens("`a``b` [c d] 'it''s' x'00fF' X'' 12 .5 5. 0x1F 1e10")
                == [
                    "ide `a``b`", "ide [c d]", "str 'it''s'", "blo x'00fF'", "blo X''", "int 12", "rea .5", "rea 5.",
                    "hex 0x1F",
                    "rea 1e10",
                ])
        #expect(
            tokens("a<=b<>c->>'$.d'||e!=f<<1==~2")
                == [
                    "ide a", "ope <=", "ide b", "ope <>", "ide c", "ope ->>", "str '$.d'", "ope ||", "ide e", "ope !=",
                    "ide f",
                    "ope <<", "int 1", "ope ==", "ope ~", "int 2",
                ])
        #expect(
            tokens("? ?12 :a @b $c $c::d(e f".replacing("(e f", with: "(e)"))
                == ["par ?", "par ?12", "par :a", "par @b", "par $c", "par $c::d(e)"])
        #expect(tokens("/* never closed") == [])
        #expect(tokens("naïve größe $x".replacing("$x", with: "_x$1")) == ["ide naïve", "ide größe", "ide _x$1"])
    }

    @Test func aStatementOfPostgreSQL() {
        #expect(
            tokens("/* a /* b */ c */ SELECT $1::int4, E'it\\'s', U&'x', B'01', $$a'b$$, $t$x$$y$t$", .postgreSQL)
                == [
                    "key SELECT", "par $1", "ope ::", "ide int4", "ope ,", "str E'it\\'s'", "ope ,", "str U&'x'",
                    "ope ,", "blo B'01'",
                    "ope ,", "str $$a'b$$", "ope ,", "str $t$x$$y$t$",
                ])
        #expect(
            tokens("a @> b #>> '{c}' ? 'd' ?| e[1] := :name <-- x\n-1", .postgreSQL)
                == [
                    "ide a", "ope @>", "ide b", "ope #>>", "str '{c}'", "ope ?", "str 'd'", "ope ?|", "ide e", "ope [",
                    "int 1",
                    "ope ]", "ope :=", "par :name", "ope <", "ope -", "int 1",
                ])
        // An operator ends before a sign unless it holds one of PostgreSQL's own: 1=-1, but a @- b.
        #expect(tokens("1=-1", .postgreSQL) == ["int 1", "ope =", "ope -", "int 1"])
        #expect(tokens("a @- b", .postgreSQL) == ["ide a", "ope @-", "ide b"])
        #expect(tokens("U&\"d\\0061t\" 'a\\'", .postgreSQL) == ["ide U&\"d\\0061t\"", "str 'a\\'"])
    }

    @Test func aStatementOfMySQL() {
        #expect(
            tokens("again: LOOP SET @a := ?; # x\nSELECT `b``c`, 'd\\'', \"e\" <=> :f", .mySQL)
                == [
                    "ide again", "ope :", "key LOOP", "key SET", "ide @a", "ope :=", "par ?", "ter ;", "key SELECT",
                    "ide `b``c`", "ope ,", "str 'd\\''", "ope ,", "str \"e\"", "ope <=>", "par :f",
                ])
    }

    @Test(arguments: [
        ("SELECT 'Ada", 1, 8, "string"), ("SELECT\n  \"a", 2, 3, "name"), ("a [b", 1, 3, "bracket"),
        ("x'0'", 1, 1, "odd"),
        ("x'0g'", 1, 1, "hexadecimal"), ("12ab", 1, 1, "letters"), ("a ^ b", 1, 3, "begin"), ("é\r\n'", 2, 1, "string"),
        ("a \0", 1, 3, "begin"), ("@", 1, 1, "name"), ("$a(b", 1, 1, "bracket"), ("`", 1, 1, "name"),
        ("{", 1, 1, "begin"),
    ])
    func whereABrokenTextStops(_ text: String, _ line: Int, _ column: Int, _ word: String) throws {
        let tokenizer = SQLTokenizer(text)
        let failure = try #require(tokenizer.failure)
        #expect(failure.line == line)
        #expect(failure.column == column)
        #expect(failure.message.contains(word))
        #expect(tokenizer.tokens.last?.kind == .error)
        #expect(tokenizer.map(\.text).joined() == text)
    }

    @Test(arguments: ["/* /* */", "$$a", "$t$a$$", "E'\\'", "$a", "U&'"])
    func whatIsBrokenOnlyInPostgreSQL(_ text: String) {
        let tokenizer = SQLTokenizer(text, rules: .postgreSQL)
        #expect(tokenizer.failure != nil)
        #expect(tokenizer.map(\.text).joined() == text)
    }

    @Test func namesWithoutTheirQuotes() {
        let names = SQLTokenizer("a \"b\"\"c\" `d``e` [f g]").filter { $0.kind == .identifier }.map(\.name)
        #expect(names == ["a", "b\"c", "d`e", "f g"])
        #expect(SQLTokenizer("a b").token(at: 2)?.text == "b")
        #expect(SQLTokenizer("a b").token(at: 3) == nil)
        #expect(SQLTokenizer("a b").count == 3)
        #expect(SQLKeywords.isKeyword("select"))
        #expect(!SQLKeywords.isKeyword("person"))
    }
}
