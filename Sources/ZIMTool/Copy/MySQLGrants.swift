import ZIMOrm
import ZIMSql

/// What the user of a session may do on a server of MySQL, by itself and by its active roles.
///
/// The catalogue has no rows for triggers, routines and events that the user may not see, as if there were none.
///
/// Source: <https://mariadb.com/kb/en/show-grants/>
struct MySQLGrants {
    private struct Grant {
        let privileges: Set<String>
        /// A pattern as that of LIKE; `*` for all databases.
        let database: String
        /// `*` for all tables of the database.
        let table: String
    }

    private let grants: [Grant]

    /// nil where the server does not tell: one without grant tables lets everybody do everything.
    init?(_ session: Session) throws {
        do { self.init(try session.rows("SHOW GRANTS").map { try $0.get(0) }) } catch let error as DatabaseError
            where error.code == .sql
        { return nil }
    }

    /// - Parameter lines: what SHOW GRANTS prints.
    init(_ lines: [String]) { grants = lines.compactMap(Self.grant) }

    /// ``GRANT SELECT, TRIGGER ON `shop`.* TO `ada`@`%```; nil where it grants a role.
    private static func grant(_ line: String) -> Grant? {
        let tokens = SQLTokenizer(line, rules: .mySQL).tokens.filter { !$0.isSpace }
        let words = tokens.outerWords
        guard let mark = words.firstIndex(where: { tokens[$0].isWord("ON") }) else { return nil }
        let place = words[(mark + 1)...].map { tokens[$0] }
        guard place.count > 2, place[1].text == "." else { return nil }
        let privileges = words[..<mark].dropFirst().split { tokens[$0].text == "," }.map { words in
            words.map { tokens[$0] }.filter { $0.text != "(" && $0.text != ")" }.map { $0.text.uppercased() }
                .joined(separator: " ")
        }
        return Grant(privileges: Set(privileges), database: place[0].name, table: place[2].name)
    }

    /// What the user cannot see of a database, in words: `triggers`, `procedures`, `events`.
    ///
    /// - Parameters:
    ///   - tables: those whose triggers are asked for.
    ///   - matches: whether a name is one that a pattern of LIKE means.
    func unseen(
        of database: String, tables: [String], matches: (_ name: String, _ pattern: String) throws -> Bool
    ) throws -> [String] {
        let own = try grants.filter { grant in
            try ["*", database].contains(grant.database) || matches(database, grant.database)
        }
        func has(_ privileges: [String], _ table: String? = nil) -> Bool {
            own.contains { grant in
                (grant.table == "*" || grant.table == table)
                    && !grant.privileges.isDisjoint(with: privileges + ["ALL PRIVILEGES"])
            }
        }
        var unseen: [String] = []
        if !tables.allSatisfy({ has(["TRIGGER"], $0) }) { unseen.append("triggers") }
        let readsAll = own.contains { $0.database == "*" && $0.privileges.contains("SELECT") }
        let routines = ["EXECUTE", "ALTER ROUTINE", "CREATE ROUTINE", "SHOW CREATE ROUTINE", "SHOW_ROUTINE"]
        if !readsAll, !has(routines) { unseen.append("procedures") }
        if !has(["EVENT"]) { unseen.append("events") }
        return unseen
    }
}
