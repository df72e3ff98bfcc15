import ZIMDb

/// Names that a statement makes up for key sets and subqueries, `zim_keys`, beside tables and columns that are called so too.
struct MadeUpNames {
    private static let word = "zim"

    /// `zim_`, or `zim1_` where another name begins with that.
    let prefix: String
    /// Whether the columns of a key set are called so, too, since the statement names columns of its tables without the table.
    var hidesKeyColumns = false

    /// Names that are none of these tables', their columns' or their aliases'.
    init(beside mappings: [Mapping], _ aliases: [String] = []) {
        let others = mappings.flatMap(\.confusableNames) + Self.confusable(aliases)
        var (result, number) = (Self.word + "_", 0)
        while others.contains(where: { $0.hasPrefix(result) }) {
            number += 1
            result = "\(Self.word)\(number)_"
        }
        prefix = result
    }

    /// Those beside tables without such names.
    static let usual = MadeUpNames(beside: [])

    /// Those of a statement that is being written.
    init(in writer: borrowing SQLWriter) { prefix = writer.madeUpPrefix }

    /// `zim_keys` for `keys`
    func callAsFunction(_ name: String) -> String { prefix + name }

    /// The same as SQL.
    func sql(_ name: String) -> SQL { SQL(unsafe: prefix + name) }

    /// `json_each(?) AS zim_keys`: the elements of a list.
    func jsonEach(_ list: SQLExpression, as name: String = "keys") -> SQL { "json_each(\(list)) AS \(sql(name))" }

    /// `value`, or `zim_value` where that is hidden
    func keyColumn(_ name: String) -> String { hidesKeyColumns ? prefix + name : name }

    /// `zim_keys.value`
    func key(_ column: String) -> SQL { sql("keys." + keyColumn(column)) }

    /// `(SELECT zim_keys.value AS zim_value FROM json_each(?) AS zim_keys) AS zim_keys`, where columns of the set are hidden.
    func hiding(_ columns: [String], of keys: SQL) -> SQL {
        guard hidesKeyColumns else { return keys }
        let list = columns.map { "\(sql("keys." + $0)) AS \(sql($0))" as SQL }.commaSeparated
        return "(SELECT \(list) FROM \(keys)) AS \(sql("keys"))"
    }

    /// The names among some, in lower case, that a made-up one could be mistaken for.
    static func confusable(_ names: [String]) -> [String] {
        names.map { $0.lowercased() }.filter { $0.hasPrefix(word) }
    }
}

extension SQLDialect {
    /// Renders a statement over the tables that it made up names beside.
    func render(_ statement: some SQLRenderable, _ names: MadeUpNames) throws -> RenderedSQL {
        var writer = SQLWriter(for: self)
        writer.madeUpPrefix = names.prefix
        try statement.write(to: &writer)
        return try writer.finish()
    }

    /// A statement over one table that is rendered once.
    func cached(_ statement: some SQLRenderable, over mapping: Mapping) throws -> CachedSQL {
        CachedSQL(try render(statement, MadeUpNames(beside: [mapping])).sql)
    }
}

/// A statement that stands inside another with the names that it made up itself.
struct NamedStatement: SQLRenderable, Hashable {
    let statement: SelectStatement
    let prefix: String

    func write(to writer: inout SQLWriter) throws {
        let outer = writer.madeUpPrefix
        writer.madeUpPrefix = prefix
        try statement.write(to: &writer)
        writer.madeUpPrefix = outer
    }
}
