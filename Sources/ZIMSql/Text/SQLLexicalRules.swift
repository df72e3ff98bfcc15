/// How an engine divides a text into tokens.
///
/// Source: <https://www.sqlite.org/lang_expr.html>, <https://www.postgresql.org/docs/15/sql-syntax-lexical.html>,
/// <https://mariadb.com/kb/en/language-structure/>
public struct SQLLexicalRules: Sendable, Hashable {
    /// `/* a /* b */ c */` is one comment, and a comment must be closed.
    var hasNestedComments: Bool
    /// Text in brackets, `[name]`, is a name.
    var hasForeignQuotes: Bool
    /// `$tag$text$tag$` is a string.
    var hasDollarQuotes: Bool
    /// `E'\n'`, `B'01'`, `N'text'`, `U&'\0041'` and `U&"name"` have letters before their quotes.
    var hasPrefixedStrings: Bool
    /// `?` and `?1` are parameters, not operators.
    var hasQuestionMarks: Bool
    /// `@name`, `#name` and `$name` are parameters, the last written as Tcl's variables: `$a::b(c)`.
    var hasNamedDollars: Bool
    /// Those with another sign are written so, too: `:a::b(c)`.
    var hasTclNames: Bool
    /// A byte order mark before a token is white space, and so is a vertical tab behind other white space.
    var hasByteOrderMarks: Bool
    /// Any run of `+-*/<>=~!@#%^&|?` may be one operator, as `@>` and `#>>`.
    var hasFreeOperators: Bool
    /// Text in backquotes is a name.
    var hasBackquotes: Bool
    /// A backslash in a string escapes what follows it, and text in double quotes is a string.
    var hasBackslashes: Bool
    /// `#` begins a comment, and `--` only before white space.
    var hasHashComments: Bool
    /// `/*!50000 … */` and `/*M! … */` are SQL that other engines take for a comment.
    var hasExecutableComments: Bool
    /// The keywords, which are not names.
    var keywords: Set<String>

    /// SQLite's rules.
    public static let sqlite = SQLLexicalRules(
        hasNestedComments: false, hasForeignQuotes: true, hasDollarQuotes: false, hasPrefixedStrings: false,
        hasQuestionMarks: true, hasNamedDollars: true, hasTclNames: true, hasByteOrderMarks: true,
        hasFreeOperators: false,
        hasBackquotes: true, hasBackslashes: false, hasHashComments: false, hasExecutableComments: false,
        keywords: SQLKeywords.sqlite)

    /// PostgreSQL's rules. `:name` is a parameter here, too, as in psql.
    public static let postgreSQL = SQLLexicalRules(
        hasNestedComments: true, hasForeignQuotes: false, hasDollarQuotes: true, hasPrefixedStrings: true,
        hasQuestionMarks: false, hasNamedDollars: false, hasTclNames: false, hasByteOrderMarks: false,
        hasFreeOperators: true,
        hasBackquotes: false, hasBackslashes: false, hasHashComments: false, hasExecutableComments: false,
        keywords: SQLKeywords.postgreSQL)

    /// The rules of MySQL and MariaDB, without `ANSI_QUOTES` and `NO_BACKSLASH_ESCAPES`. `@name` and `@@name` are
    /// variables of the server, which no value can be bound to: names here.
    public static let mySQL = SQLLexicalRules(
        hasNestedComments: false, hasForeignQuotes: false, hasDollarQuotes: false, hasPrefixedStrings: false,
        hasQuestionMarks: true, hasNamedDollars: false, hasTclNames: false, hasByteOrderMarks: false,
        hasFreeOperators: false,
        hasBackquotes: true, hasBackslashes: true, hasHashComments: true, hasExecutableComments: true,
        keywords: SQLKeywords.mySQL)
}

extension SQLLexicalRules {
    /// Whether the engine runs what a comment holds.
    package func executes(_ token: SQLToken) -> Bool {
        hasExecutableComments && token.kind == .comment && ["/*!", "/*M!"].contains(where: token.text.hasPrefix)
    }

    /// Whether the engine passes over a token.
    package func skips(_ token: SQLToken) -> Bool { token.isSpace && !executes(token) }
}
