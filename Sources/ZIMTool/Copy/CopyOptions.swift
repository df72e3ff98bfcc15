import ZIMOrm

/// How a database is copied.
package struct CopyOptions: Sendable {
    /// What becomes of values that do not fit the type they get.
    package enum InvalidValues: String, Sendable, CaseIterable {
        /// Nothing is copied.
        case refuse
        /// The column gets a type that holds them; a key that they break is left out.
        case widen
        /// NULL takes their place, where the column may be NULL.
        case null
        /// Their rows are left out.
        case skip
    }

    /// A type that somebody chose for a column.
    package struct TypeChoice: Sendable, Hashable {
        package let table: String
        package let column: String
        package let type: String
    }

    /// A name that somebody chose for a table.
    package struct Rename: Sendable, Hashable {
        package let table: String
        package let name: String

        /// `orders=old orders`; a name that holds a sign of equality stands in quotation marks.
        ///
        /// - Throws: ``ToolError`` where the text is none.
        package init(_ text: String) throws {
            guard let (table, name) = CopyOptions.name(text[...], before: "=") else {
                throw ToolError("\"\(text)\" is not TABLE=NAME", "Quote names that contain a sign of equality")
            }
            guard !name.isEmpty else { throw ToolError("\"\(text)\" is not TABLE=NAME: the new name is empty") }
            self.table = table
            self.name = String(name)
        }
    }

    /// What stands before a character, in quotation marks or not, and what stands behind it.
    fileprivate static func name(_ text: Substring, before end: Character) -> (String, Substring)? {
        if text.first == "\"" {
            var name = ""
            var rest = text.dropFirst()
            while let quote = rest.firstIndex(of: "\"") {
                name += rest[..<quote]
                rest = rest[rest.index(after: quote)...]
                if rest.first == "\"" {
                    name += "\""
                    rest = rest.dropFirst()
                } else {
                    return rest.first == end ? (name, rest.dropFirst()) : nil
                }
            }
            return nil
        }
        guard let position = text.firstIndex(of: end), position != text.startIndex else { return nil }
        return (String(text[..<position]), text[text.index(after: position)...])
    }

    package var invalidValues = InvalidValues.refuse
    package var types: [TypeChoice] = []
    /// Patterns of Unicode TR 35 for columns whose dates are text in another form: `orders.placed=dd.MM.yyyy`.
    package var dates: [TypeChoice] = []
    /// Only the tables of these schemas of a server; all where empty, unless the URL names a search path or a database.
    package var schemas: [String] = []
    /// Only these tables; all where empty.
    package var only: [String] = []
    /// All tables but these.
    package var except: [String] = []
    /// The names that tables get in place of their own.
    package var renames: [Rename] = []
    /// Whether functions, views, rules and triggers go over, too, from one server of PostgreSQL to another.
    package var copiesDefinitions = false
    /// Whether the target may hold other tables.
    package var intoExisting = false
    /// Whether what was copied stays when the copy is interrupted, out of sight, so that it can go on later.
    package var isResumable = false
    /// Whether what an interrupted copy left is thrown away.
    package var restarts = false
    /// How many rows a transaction of a resumable copy takes.
    package var rowsPerTransaction = 50_000
    /// How many tables are copied at once; more than one needs a server as the target.
    package var jobs = 1
    /// How many invalid values are kept for printing.
    package var shownInvalidValues = 20
    /// Gets every invalid value when it is found.
    package var onInvalid: (@Sendable (InvalidValue) throws -> Void)?
    /// Told of what is being done; throwing stops the copy.
    package var onProgress: (@Sendable (CopyProgress) throws -> Void)?

    package init() {}

    /// Why a copy to PostgreSQL is more than one transaction; nil where it is one.
    var stagingReason: String? { isResumable ? "--resumable" : jobs > 1 ? "--jobs" : nil }

    /// Whether no table was chosen or left out.
    var isWhole: Bool { only.isEmpty && except.isEmpty && schemas.isEmpty }
}

extension CopyOptions.TypeChoice {
    /// `orders.placed=timestamptz`; a name that holds a dot or a sign of equality stands in quotation marks.
    ///
    /// - Throws: ``ToolError`` where the text is none.
    package init(_ text: String) throws {
        var parts: [String] = []
        var rest = text[...]
        for end: Character in [".", "="] {
            guard let (name, behind) = CopyOptions.name(rest, before: end) else {
                throw ToolError("\"\(text)\" is not TABLE.COLUMN=TYPE", "Quote names that contain a dot")
            }
            parts.append(name)
            rest = behind
        }
        guard !rest.isEmpty else { throw ToolError("\"\(text)\" is not TABLE.COLUMN=TYPE") }
        table = parts[0]
        column = parts[1]
        type = String(rest)
    }
}

/// How far a copy is.
package struct CopyProgress: Sendable {
    package enum Phase: String, Sendable {
        case reading = "reading"
        case checking = "checking"
        case copying = "copying"
        case indexing = "keys and indexes"
        case comparing = "comparing"
    }
    package let phase: Phase
    package let table: String
    /// The rows of the table so far.
    package var tableRows = 0
    /// The rows of this phase so far, and all that there will be; 0 where that is not known yet.
    package let rows: Int
    package let total: Int
    /// Whether the table's last row was reached.
    package var isTableDone = false
}
