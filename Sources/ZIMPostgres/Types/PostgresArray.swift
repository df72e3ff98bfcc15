#if PostgreSQL
    public import ZIMDb

    /// An array of PostgreSQL with one dimension: `integer[]`, `text[]`.
    ///
    /// ```swift
    /// final class Note: Model { var year = 0, number = 0; var tags: PostgresArray<String> = [] }
    /// note.tags.append("urgent")                      // UPDATE … SET "tags" = $1, which is {urgent}
    /// session.query(Note.self).filter(\.tags == ["a", "b"])
    /// PostgresArray<Int?>([1, nil])                   // {1,NULL}
    /// ```
    ///
    /// It is a collection, as Swift's arrays are. Elements that may be NULL are optionals. An array that was read and not
    /// changed is written as the server sent it.
    ///
    /// Reading throws `ValueMismatch` for an array of several dimensions, for one whose first index is not 1, and for NULL
    /// where the elements are not optional.
    ///
    /// Source: <https://www.postgresql.org/docs/15/arrays.html#ARRAYS-IO>
    public struct PostgresArray<Element: PostgresValue & Hashable & Sendable>: PostgresNativeValue {
        /// The elements in order.
        public var elements: [Element] { didSet { text = nil } }
        /// As the server sent it.
        private var text: String?

        /// An array of some elements.
        public init(_ elements: some Sequence<Element>) { self.elements = Array(elements) }

        public static var postgresType: String { Element.postgresType + "[]" }

        public var postgresText: String {
            if let text { return text }
            return "{"
                + elements.map { element in
                    guard let part = PostgresText.text(of: element.sqlValue, type: Element.postgresType) else {
                        return "NULL"
                    }
                    guard part.lowercased() != "null" else { return "\"\(part)\"" }
                    return PostgresText.quoted(part, special: "{},", isDoubling: false)
                }.joined(separator: ",") + "}"
        }

        public init(column value: SQLValue) throws {
            let (text, type) = try PostgresText.text(of: value, Self.self)
            let elementType = type.map { $0.hasSuffix("[]") ? String($0.dropLast(2)) : Element.postgresType }
            do {
                elements = try Self.parts(of: text, separator: elementType == "box" ? ";" : ",").map { part in
                    try Element(
                        column: part.map { PostgresText.value($0, type: elementType ?? Element.postgresType) } ?? .null)
                }
            } catch let failure as PostgresScanner.Failure {
                throw ValueMismatch(value: value, type: "\(Self.self)", reason: failure.reason)
            } catch let mismatch as ValueMismatch {
                let reason =
                    mismatch.value.isNull
                    ? "has an element that is NULL" : "has an element that cannot: " + mismatch.explanation
                throw ValueMismatch(value: value, type: "\(Self.self)", reason: reason)
            }
            // What a caller writes may have spaces in it.
            if type != nil { self.text = text }
        }

        /// The elements; nil for NULL.
        private static func parts(of text: String, separator: Unicode.Scalar) throws -> [String?] {
            var scanner = PostgresScanner(text)
            scanner.skipSpace()
            if scanner.next == "[" { throw PostgresScanner.Failure(reason: "is an array whose first index is not 1") }
            try scanner.expect("{")
            scanner.skipSpace()
            if scanner.take("}") {
                scanner.skipSpace()
                try scanner.requireEnd()
                return []
            }
            var parts: [String?] = []
            repeat {
                scanner.skipSpace()
                if scanner.next == "{" { throw PostgresScanner.Failure(reason: "is an array of several dimensions") }
                if scanner.take("\"") {
                    parts.append(try scanner.quoted())
                    scanner.skipSpace()
                    continue
                }
                guard let part = try scanner.part(until: { $0 == separator || $0 == "}" || $0 == "{" || $0 == "\"" })
                else {
                    throw PostgresScanner.Failure(reason: "has an empty element without quotation marks")
                }
                let bare = part.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                parts.append(bare.lowercased() == "null" ? nil : bare)
            } while scanner.take(separator)
            try scanner.expect("}")
            scanner.skipSpace()
            try scanner.requireEnd()
            return parts
        }

        /// Whether the elements are the same, however the server spells them.
        public static func == (left: PostgresArray, right: PostgresArray) -> Bool { left.elements == right.elements }
        public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
    }

    extension PostgresArray: RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
        ExpressibleByArrayLiteral, CustomStringConvertible
    {
        /// An empty array.
        public init() { self.init(EmptyCollection()) }
        public init(arrayLiteral elements: Element...) { self.init(elements) }
        public var startIndex: Int { elements.startIndex }
        public var endIndex: Int { elements.endIndex }
        public subscript(position: Int) -> Element {
            get { elements[position] }
            set { elements[position] = newValue }
        }
        public mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<Element>) {
            elements.replaceSubrange(range, with: new)
        }
        public var description: String { postgresText }
    }
#endif
