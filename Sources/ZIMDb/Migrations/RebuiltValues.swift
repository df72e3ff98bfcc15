extension Session {
    /// Throws if columns of another type than before hold other values: SQLite makes 7 of `'007'` in a column of integers.
    ///
    /// - Parameter columns: those that were taken over.
    /// - Throws: ``DatabaseError`` with code value.
    func requireSameValues(
        _ columns: [(target: String, source: String)], of table: String, in new: String
    ) throws {
        let (before, after) = (try declaredTypes(of: table), try declaredTypes(of: new))
        let isStrict = try value("SELECT strict FROM pragma_table_list(\(new))", as: Bool.self) == true
        for (target, source) in columns {
            guard let type = after[target.lowercased()], let former = before[source.lowercased()], type != former else {
                continue
            }
            // Beside each value what a column of the new type makes of it.
            try execute(
                """
                CREATE TEMP TABLE zim_rebuilt (was \(unsafe: isStrict ? "ANY" : ""), now \(unsafe: type)) \
                \(unsafe: isStrict ? "STRICT" : "")
                """)
            try execute(
                "INSERT INTO temp.zim_rebuilt SELECT \(identifier: source), \(identifier: source) FROM \(identifier: table)"
            )
            // 12.50 may become 12.5.
            let lost = try value(
                """
                SELECT count(*) FROM temp.zim_rebuilt WHERE CASE typeof(was) \
                WHEN 'integer' THEN CAST(now AS NUMERIC) IS NOT was WHEN 'real' THEN CAST(now AS NUMERIC) IS NOT was \
                WHEN 'text' THEN typeof(now) <> 'text' AND CAST(now AS TEXT) IS NOT was AND CAST(now AS TEXT) IS NOT was || '.0' \
                AND CAST(now AS TEXT) NOT IN (rtrim(rtrim(was, '0'), '.'), rtrim(rtrim(was, '0'), '.') || '.0') END
                """, as: Int.self)
            try execute("DROP TABLE temp.zim_rebuilt")
            guard let lost, lost > 0 else { continue }
            throw DatabaseError(
                .value, "\"\(table)\".\"\(source)\": as \(type) \(lost) of its values would be others",
                hint: "If they should be, say so in values: [\"\(target)\": .column(\"\(source)\")]")
        }
    }

    private func declaredTypes(of table: String) throws -> [String: String] {
        let rows = try rows("SELECT name, type FROM pragma_table_xinfo(\(table))").map {
            (try $0.get(0, as: String.self).lowercased(), try $0.get(1, as: String.self).uppercased())
        }
        return Dictionary(rows) { first, _ in first }
    }
}
