/// Collects the text and the parameters of a statement while its parts write themselves, one after the other.
///
/// Each part writes text, identifiers and values; the writer quotes and numbers them for its dialect. A writer is
/// passed as `inout` and cannot be copied.
public struct SQLWriter: ~Copyable {
    /// The dialect that the statement is written for.
    public let dialect: any SQLDialect
    /// What the dialect can do, read once.
    public let features: SQLFeatures
    /// The values of the placeholders so far.
    package private(set) var parameters: [SQLValue] = []
    /// Writes values into the text as literals: for reading, and where an engine takes no parameter.
    var inlinesValues: Bool
    /// What an unqualified name stands for, where the engine does not look it up itself (an alias in HAVING).
    var substitutions: [AliasSubstitution] = [] {
        didSet { noteNames() }
    }
    /// Whether a name may be that of an expression: in HAVING.
    var namesMayBeAliases = false
    /// Writes the `OLD` and `NEW` of a trigger without quotes, since PostgreSQL knows them in lower case.
    var lowersRowNames = false {
        didSet { noteNames() }
    }
    /// Writes the columns of `excluded` as `VALUES(…)`, where as many statements stand around them; nil elsewhere.
    var depthOfValues: Int? {
        didSet { noteNames() }
    }
    /// Whether one of the three is so: one question for the many names that are just written.
    private(set) var looksNamesUp = false
    /// Where the query stands that is written next.
    var place = QueryPlace.alone
    /// Whether a parameter that no column stands beside is cast to the type of its value.
    let typesParameters: Bool
    /// Expressions with parameters that have been written, and the numbers of these; nil where none is kept.
    var repeatable: [NestedStatement: [Int]]? {
        didSet { if repeatable != nil { notesNumbers = true } }
    }
    /// What is written in place of expressions; where there are such, ``repeatable`` is not nil.
    var groupAliases: [NestedStatement: String] = [:]
    /// The numbers that the next placeholders have once more.
    private var repeated: ArraySlice<Int>?
    private var notesNumbers = false
    private var numbers: [Int] = []
    /// What the names begin with that a statement makes up for itself: nothing else in it is called so.
    package var madeUpPrefix = "zim_"
    private var buffer = SQLBuffer(capacity: 1024)
    /// How many statements stand around the one that is written.
    private(set) var depth = 0
    /// The first thing that cannot be written; kept because `identifier(_:)` does not throw.
    private var problem: SQLBuildError?
    private let quote: UInt8
    private let placeholder: SQLPlaceholder
    private let isQuestionMark: Bool
    private let refusesNUL: Bool
    private let longestIdentifier: Int

    private mutating func noteNames() {
        looksNamesUp = !substitutions.isEmpty || lowersRowNames || depthOfValues != nil
    }

    /// Starts an empty text for a dialect.
    package init(for dialect: any SQLDialect, inlinesValues: Bool = false) {
        self.dialect = dialect
        self.inlinesValues = inlinesValues
        features = dialect.features
        quote = dialect.identifierQuote
        placeholder = dialect.placeholder
        isQuestionMark = placeholder == .questionMark
        refusesNUL = !features.contains(.nulInText)
        typesParameters = features.contains(.typedParameters)
        longestIdentifier = dialect.longestIdentifier ?? Int.max
    }

    /// The text so far.
    package var sql: String { buffer.text }

    /// Appends SQL text as it is.
    public mutating func raw(_ text: String) { buffer.append(text) }

    /// Appends a keyword or punctuation of the source, which costs less than a string.
    @inline(__always)
    mutating func put(_ text: StaticString) { buffer.append(text) }

    /// Appends a quoted identifier; a quotation mark inside it is doubled.
    ///
    /// A name that no engine accepts, such as one with a NUL, makes rendering throw.
    public mutating func identifier(_ name: String) {
        name.withUTF8Bytes { identifier(utf8: $0) }
    }

    private mutating func identifier(utf8 name: UnsafeBufferPointer<UInt8>) {
        buffer.append(quote)
        var isPlain = true
        for byte in name where byte == quote || byte == 0 { isPlain = false }
        if isPlain {
            buffer.append(name)
        } else {
            for byte in name {
                if byte == 0 { fail("a name holds the character NUL") }
                if byte == quote { buffer.append(quote) }
                buffer.append(byte)
            }
        }
        buffer.append(quote)
        if name.count > longestIdentifier {
            fail(
                "a name is longer than the \(longestIdentifier) bytes that \(dialect.name) keeps",
                hint: "\(dialect.name) would cut it off")
        }
        if name.isEmpty, !features.contains(.emptyIdentifier) { fail("\(dialect.name) has no empty names") }
    }

    /// Appends a name whose parts are separated by dots, unless it is one that needs more thought.
    mutating func plainName(_ path: String) -> Bool {
        path.withUTF8Bytes { buffer.appendPlainName($0, quote: quote, longest: longestIdentifier) }
    }

    /// Appends the placeholder of a value and keeps the value.
    ///
    /// - Throws: ``SQLBuildError`` if the engine cannot store the value, such as text with a NUL on PostgreSQL.
    public mutating func bind(_ value: SQLValue) throws {
        guard case .typed = value else { return try bindPlain(value) }
        guard let bound = value.bound(features) else {
            throw SQLBuildError(
                .unsupported, "\(dialect.name) has no decimal number of so many digits as a value has",
                hint: "Use a Double, or bind its text, sqlValue")
        }
        try bindPlain(bound)
    }

    private mutating func bindPlain(_ value: SQLValue) throws {
        if inlinesValues { return literal(try dialect.literal(value)) }
        if refusesNUL { try refuseNUL(in: value) }
        if parameters.isEmpty { parameters.reserveCapacity(8) }
        guard isQuestionMark else { return numberedPlaceholder(value) }
        parameters.append(value)
        buffer.append(UInt8(ascii: "?"))
    }

    /// Appends a literal; a sign is kept from what stands before it, since `--` begins a comment.
    private mutating func literal(_ text: String) {
        if text.utf8.first == UInt8(ascii: "-"), let last = buffer.last, Self.operators.contains(last) { put(" ") }
        raw(text)
    }

    private static let operators = Set("-+*/<>=~!@#%^&|`?".utf8)

    /// How many statements may stand inside one another: more than engines read, few enough for a stack of 2 MB.
    static let depthLimit = 100

    /// Writes a statement inside another one.
    ///
    /// - Throws: ``SQLBuildError`` where so many stand inside one another that the stack would not do.
    mutating func nested(_ write: (inout SQLWriter) throws -> Void) throws {
        guard depth < Self.depthLimit else {
            throw SQLBuildError(
                .invalid, "a statement has more than \(Self.depthLimit) others inside one another",
                hint: "Give the inner ones names, with(_:as:)")
        }
        depth += 1
        try write(&self)
        depth -= 1
    }

    private mutating func numberedPlaceholder(_ value: SQLValue) {
        guard case .numbered(let prefix) = placeholder else { return }
        buffer.append(prefix)
        let number: Int
        if let known = repeated?.popFirst(), holds(value, at: known) {
            number = known
        } else {
            parameters.append(value)
            number = parameters.count
        }
        if notesNumbers { numbers.append(number) }
        buffer.append(Int64(number))
    }

    /// Whether a parameter is a value that equals it in every way: 0.0 is no -0.0.
    private func holds(_ value: SQLValue, at number: Int) -> Bool {
        guard case .real(let real) = value, case .real(let bound) = parameters[number - 1] else { return true }
        return real.sign == bound.sign
    }

    /// Whether the numbers of placeholders tell equal expressions apart.
    var numbersParameters: Bool { !isQuestionMark && !inlinesValues }

    /// Whether the numbers of the placeholders are those of an expression that was written before.
    var isRepeating: Bool { repeated != nil }

    /// Writes with parameters that were bound before.
    mutating func repeating(_ numbers: [Int], _ write: (inout SQLWriter) throws -> Void) rethrows {
        self.numbers += numbers
        notesNumbers = false
        repeated = numbers[...]
        try write(&self)
        repeated = nil
        notesNumbers = true
    }

    /// Writes, and returns the numbers of the placeholders.
    mutating func notingNumbers(_ write: (inout SQLWriter) throws -> Void) rethrows -> [Int] {
        let start = numbers.count
        try write(&self)
        return Array(numbers[start...])
    }

    private func refuseNUL(in value: SQLValue) throws {
        guard case .text(let text) = value, text.utf8.contains(0) else { return }
        throw SQLBuildError.nulInText(dialect)
    }

    /// Keeps the first mistake for ``finish()``.
    mutating func fail(_ message: String, hint: String? = nil) {
        if problem == nil { problem = SQLBuildError(.invalid, message, hint: hint) }
    }

    /// Throws unless the dialect has a feature.
    public func require(_ feature: SQLFeatures, _ what: String, hint: String? = nil) throws {
        guard features.contains(feature) else {
            throw SQLBuildError(.unsupported, "\(dialect.name) has no \(what)", hint: hint)
        }
    }

    /// Throws for MySQL and MariaDB, which have not all that the others have.
    func refuseOnMySQL(_ what: String, hint: String) throws {
        guard features.contains(.onDuplicateKey) else { return }
        throw SQLBuildError(.unsupported, "\(dialect.name) has no \(what)", hint: hint)
    }

    /// Throws for MySQL before 8.0.
    func refuseOnOlderMySQL(_ what: String, hint: String) throws {
        guard features.contains(.olderMySQL) else { return }
        throw SQLBuildError(.unsupported, "\(dialect.name) before 8.0 has no \(what)", hint: hint)
    }

    /// What has been written.
    ///
    /// - Throws: ``SQLBuildError`` if it contains a name that the engine does not accept.
    package func finish() throws -> RenderedSQL {
        if let problem { throw problem }
        return RenderedSQL(sql: sql, parameters: parameters)
    }
}
