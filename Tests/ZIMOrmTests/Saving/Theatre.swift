import Foundation
import TestServer
import ZIMOrm

/// Tables with keys of two and three columns, and one of one column.
enum Theatre {
    final class Seat: Model {
        var hall = ""
        var number = 0
        var guest: String?
        var price: Double?
        override class var table: String { "seat" }
        override class var primaryKey: [String] { ["hall", "number"] }
    }

    final class Booking: Model {
        var house = "", seat = 0
        var day = Date(timeIntervalSince1970: 0)
        var note: String?
        override class var table: String { "booking" }
        override class var primaryKey: [String] { ["hall", "seat_no", "day"] }
        override class var columns: [Column] {
            [
                Column("hall", \Booking.house), Column("seat_no", \Booking.seat),
                Column("day", \Booking.day, date: .date), Column("note", \Booking.note),
            ]
        }
    }

    final class Play: Model {
        var pk: Int?
        var title = ""
        var acts: Int?
        override class var table: String { "play" }
    }

    static func database(on engine: ServedEngine = .current) throws -> Database {
        try engine.makeDatabase(
            """
            CREATE TABLE seat (hall TEXT NOT NULL, number INTEGER NOT NULL, guest TEXT, price REAL,
                PRIMARY KEY (hall, number));
            CREATE TABLE booking (note TEXT, day TEXT NOT NULL, seat_no INTEGER NOT NULL, hall TEXT NOT NULL,
                PRIMARY KEY (hall, seat_no, day), FOREIGN KEY (hall, seat_no) REFERENCES seat (hall, number));
            CREATE TABLE play (pk INTEGER PRIMARY KEY, title TEXT NOT NULL, acts INTEGER CHECK (acts > 0));
            INSERT INTO seat VALUES ('A', 1, 'Ada', 10.5), ('A', 2, NULL, NULL), ('B', 1, 'Bob', 7);
            INSERT INTO booking VALUES ('first', '2026-01-02', 1, 'A'), (NULL, '2026-01-03', 1, 'A');
            INSERT INTO play VALUES (1, 'Hamlet', 5);
            """)
    }

    static func rows(_ database: Database, _ sql: SQL) throws -> [[SQLValue]] {
        try database.read { try $0.rows(sql).map(\.values) }
    }
}
