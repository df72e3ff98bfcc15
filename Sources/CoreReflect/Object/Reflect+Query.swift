public import ZIMOrm

extension Reflect {
    /// The rows of raw SQL; interpolated values are bound.
    ///
    /// ```swift
    /// let rows = try Reflect.query("SELECT gender, count(*) AS n FROM User WHERE age > \(age) GROUP BY gender")
    /// print(rows.first?["n"] ?? .null)
    /// ```
    ///
    /// - Throws: `DatabaseError`.
    public class func query(_ sql: SQL) throws -> [ResultRow] { try reading { try $0.rows(sql) } }
}
