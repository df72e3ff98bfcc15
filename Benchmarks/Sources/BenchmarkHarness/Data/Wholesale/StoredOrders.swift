import CSQLiteRaw

/// What new orders have left in a file, read back by the harness.
enum StoredOrders {
    private static let first = WholesaleSeeds.customers + 1

    /// The counters, the new orders with their lines, and the stocks that were touched, in the order of their keys.
    static func digest(path: String) throws -> Digest {
        let database = try SQLiteHandle(path: path)
        let broken = try database.scalar("SELECT count(*) FROM pragma_foreign_key_check")
        guard broken == 0 else { throw BenchmarkError("\(broken) rows point to nothing") }
        var digest = Digest()
        try rows(database, "SELECT d_w_id, d_id, d_next_o_id FROM district ORDER BY 1, 2", integers: 3, &digest)
        // The head of an order is its line 0; the fifth number of a head counts its entries among the pending ones.
        try rows(
            database,
            """
            SELECT o_w_id, o_d_id, o_id, 0 AS number, o_c_id,
                CAST(round((julianday(o_entry_d) - 2440587.5) * 86400) AS INTEGER), o_ol_cnt, o_all_local,
                (SELECT count(*) FROM new_order WHERE (no_w_id, no_d_id, no_o_id) = (o_w_id, o_d_id, o_id)),
                NULL, NULL
            FROM orders WHERE o_id >= \(first) AND o_carrier_id IS NULL
            UNION ALL
            SELECT ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, NULL, NULL,
                ol_amount, ol_dist_info
            FROM order_line WHERE ol_o_id >= \(first) AND ol_delivery_d IS NULL
            ORDER BY 1, 2, 3, 4
            """, integers: 9, &digest)
        try rows(
            database,
            """
            SELECT s_w_id, s_i_id, s_quantity, s_ytd, s_order_cnt, s_remote_cnt
            FROM stock WHERE s_order_cnt > 0 ORDER BY 1, 2
            """, integers: 6, &digest)
        return digest
    }

    /// Adds all rows: the given number of integers, then a real number and texts; NULLs are left out.
    private static func rows(_ database: SQLiteHandle, _ sql: String, integers: Int, _ digest: inout Digest) throws {
        let statement = try database.prepare(sql)
        defer { sqlite3_finalize(statement) }
        while sqlite3_step(statement) == SQLITE_ROW {
            var numbers: [Int] = []
            var texts: [String] = []
            for column in 0..<sqlite3_column_count(statement) {
                switch sqlite3_column_type(statement, column) {
                case SQLITE_INTEGER where column < integers:
                    numbers.append(Int(sqlite3_column_int64(statement, column)))
                case SQLITE_FLOAT: texts.append(String(sqlite3_column_double(statement, column)))
                case SQLITE_TEXT: texts.append(String(cString: sqlite3_column_text(statement, column)))
                case SQLITE_NULL: break
                default: throw BenchmarkError("column \(column) holds a value of another type: \(sql)")
                }
            }
            digest.add(numbers, texts)
        }
    }
}
