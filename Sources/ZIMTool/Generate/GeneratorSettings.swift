import Foundation

/// What a person decides about the generated classes: the contents of `zim.json`.
///
/// ```json
/// {
///   "names": "swift",
///   "access": "public",
///   "tables": {
///     "order_line": {
///       "class": "Line",
///       "columns": { "ol_w_id": { "name": "warehouse" }, "ol_amount": { "type": "Decimal" } },
///       "relationships": { "orders": "order", "parcels": { "dependent": "delete" } }
///     },
///     "tmp_import": { "skip": true }
///   }
/// }
/// ```
package struct GeneratorSettings: Codable, Sendable, Equatable {
    /// How names are made.
    package enum Names: String, Codable, Sendable { case swift, verbatim }

    package struct Table: Codable, Sendable, Equatable {
        package var `class`: String?
        package var skip: Bool?
        /// The columns that tell the rows apart, for a view or a table without a key.
        package var key: [String]?
        package var columns: [String: Column]?
        /// What is decided about the relationships, by the names that they would have.
        package var relationships: [String: Relationship]?
        package init() {}
    }

    /// A relationship's other name, or an object that also says what happens to the rows at its other end.
    package struct Relationship: Codable, Sendable, Equatable {
        /// The values of ZIMOrm's `Dependent`.
        package enum Dependent: String, Codable, Sendable { case restrict, nullify, delete }

        package var name: String?
        package var dependent: Dependent?

        private enum Member: CodingKey { case name, dependent }

        package init(name: String? = nil, dependent: Dependent? = nil) {
            (self.name, self.dependent) = (name, dependent)
        }

        package init(from decoder: any Decoder) throws {
            if let name = try? decoder.singleValueContainer().decode(String.self) {
                self.name = name
                return
            }
            let container = try decoder.container(keyedBy: Member.self)
            name = try container.decodeIfPresent(String.self, forKey: .name)
            dependent = try container.decodeIfPresent(Dependent.self, forKey: .dependent)
        }
    }

    package struct Column: Codable, Sendable, Equatable {
        package var name: String?
        /// The Swift type, without a question mark.
        package var type: String?
        package var optional: Bool?
        package init() {}
    }

    package var names: Names?
    /// `internal` or `public`.
    package var access: String?
    /// The data source; `live` where it is left out.
    package var dataSource: String?
    package var tables: [String: Table]?

    /// The file that they were read from; nil where there is none.
    private(set) var source: SettingsPlace?

    private enum CodingKeys: String, CodingKey { case names, access, dataSource, tables }

    package init() {}

    /// Reads settings from JSON.
    ///
    /// - Throws: ``ToolError`` that says what cannot be read.
    package init(contentsOf path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ToolError("the settings \(path) cannot be read")
        }
        let place = SettingsPlace(path: path, lines: JSONLines(String(decoding: data, as: UTF8.self)))
        do { self = try JSONDecoder().decode(GeneratorSettings.self, from: data) } catch let error as DecodingError {
            throw ToolError(
                "\(place.words(Self.context(of: error)?.codingPath.map(\.stringValue) ?? []))\(Self.words(for: error))")
        }
        source = place
        try checkMembers()
        guard ["internal", "public", nil].contains(access) else {
            throw ToolError("\(place.words(["access"]))access is \"internal\" or \"public\", not \"\(access ?? "")\"")
        }
    }

    private static func context(of error: DecodingError) -> DecodingError.Context? {
        switch error {
        case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context):
            context
        @unknown default: nil
        }
    }

    private static func words(for error: DecodingError) -> String {
        guard let context = context(of: error) else { return "\(error)" }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        // Where JSON itself is broken, this says the line.
        let more = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
        return (path.isEmpty ? "" : path + ": ") + context.debugDescription + (more.map { " " + $0 } ?? "")
    }

    /// The decisions about a table, upper and lower case being the same.
    func table(_ name: String) -> Table {
        tables?[name] ?? tables?.first { $0.key.lowercased() == name.lowercased() }?.value ?? Table()
    }
}

extension GeneratorSettings.Table {
    func column(_ name: String) -> GeneratorSettings.Column {
        columns?[name] ?? columns?.first { $0.key.lowercased() == name.lowercased() }?.value
            ?? GeneratorSettings.Column()
    }
}
