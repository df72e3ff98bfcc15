import Foundation
import TestServer
import ZIMOrm

/// Stays of ships by a key of three columns, with columns that may be NULL.
final class Stay: Model {
    var year = 0, harbor = "", berth = 0
    var ship: String?
    var owner: Int?
    var day = Date(timeIntervalSince1970: 0)
    override class var table: String { "stay" }
    override class var primaryKey: [String] { ["year", "harbor", "berth"] }
    override class var forms: [String: ColumnForm] { ["day": .date(.dateTime)] }

    static func makeDatabase() throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE stay (year INTEGER NOT NULL, harbor TEXT NOT NULL, berth INTEGER NOT NULL, ship TEXT, owner INTEGER,
                day TEXT NOT NULL, PRIMARY KEY (year, harbor, berth));
            INSERT INTO stay VALUES (2024, 'Kiel', 1, 'Ada', 10, '2024-01-01 10:00:00'), (2024, 'Kiel', 2, NULL, NULL, '2024-01-02 10:00:00'),
                (2024, 'Oslo', 1, 'Bob', 10, '2024-01-02 10:00:00'), (2025, 'Kiel', 1, 'Ada', 20, '2025-03-01 10:00:00'),
                (2025, 'Oslo', 3, 'Cid', NULL, '2025-03-02 10:00:00'), (2025, 'Oslo', 4, NULL, 20, '2025-03-02 10:00:00');
            """)
    }

    /// `24K1`
    var text: String { "\(year - 2000)\(harbor.prefix(1))\(berth)" }
}

extension Query<Stay> {
    /// The rows in the order of their keys.
    var found: [String] {
        get throws { try orderByKey().all().map(\.text) }
    }

    /// What stands behind WHERE, with `~` for the table's name.
    var condition: String {
        get throws {
            let text = try rendered().sql.withQuestionMarks.replacingOccurrences(of: "\"stay\".", with: "~")
            return String(text.split(separator: " WHERE ", maxSplits: 1).last ?? "")
        }
    }
}
