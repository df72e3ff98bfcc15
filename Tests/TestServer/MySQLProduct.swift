/// Which of the two servers the tests run on, and what one of them alone has: `ZIM_MYSQLD` in scripts/mysql-test-server.
public enum MySQLProduct: Sendable {
    case mariaDB, mySQL8, mySQL5

    /// That of the shared server; MariaDB where none is installed.
    public static let current: MySQLProduct = {
        let version = MySQLTestServer.shared?.version ?? "MariaDB"
        if version.contains("MariaDB") { return .mariaDB }
        return version.hasPrefix("5.") ? .mySQL5 : .mySQL8
    }()

    public static var isMariaDB: Bool { current == .mariaDB }

    /// A collation that compares texts letter for letter; but for MySQL 5.7, to their last space.
    public static var exactCollation: String {
        switch current {
        case .mariaDB: "utf8mb4_nopad_bin"
        case .mySQL8: "utf8mb4_0900_bin"
        case .mySQL5: "utf8mb4_bin"
        }
    }

    /// A setting without which queries that call themselves end early.
    public static var deepRecursion: String? {
        switch current {
        case .mariaDB: "SESSION max_recursive_iterations = 1000000"
        case .mySQL8: "SESSION cte_max_recursion_depth = 1000000"
        case .mySQL5: nil
        }
    }

    /// Whole numbers as a table with the column `seq`, as MariaDB's `seq_1_to_500`.
    public static func numbers(_ range: ClosedRange<Int>) -> String {
        if isMariaDB { return "seq_\(range.lowerBound)_to_\(range.upperBound)" }
        let digits = (1...9).reduce("SELECT 0 AS d") { "\($0) UNION ALL SELECT \($1)" }
        let places = String(range.count - 1).count
        let sum = (0..<places).map { "d\($0).d * 1\(String(repeating: "0", count: $0))" }.joined(separator: " + ")
        let tables = (0..<places).map { "(\(digits)) AS d\($0)" }.joined(separator: ", ")
        return """
            (SELECT seq FROM (SELECT \(range.lowerBound) + \(sum) AS seq FROM \(tables)) AS numbers \
            WHERE seq <= \(range.upperBound)) AS seq
            """
    }
}
