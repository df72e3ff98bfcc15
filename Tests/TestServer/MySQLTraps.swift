/// A database on a MariaDB server in which everything is that legacy databases hold there.
public enum MySQLTraps {
    public static let sql = """
        CREATE TABLE warehouse (w INT, d INT, name VARCHAR(40) COMMENT 'as on the sign', PRIMARY KEY (w, d))
            COMMENT 'Where things are';
        -- Keys of two, three and four columns; foreign keys list them in another order.
        CREATE TABLE orders (
            id INT UNSIGNED, d INT, w INT, mood ENUM ('sad', 'it''s ok', 'happy') NOT NULL DEFAULT 'sad',
            placed DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3), seen TIMESTAMP NULL, delivered DATE, flags SET ('a', 'b'),
            PRIMARY KEY (w, d, id), KEY orders_placed (placed DESC),
            CONSTRAINT at_warehouse FOREIGN KEY (w, d) REFERENCES warehouse (w, d) ON DELETE CASCADE);
        CREATE TABLE line (
            n SMALLINT, o INT UNSIGNED, d INT, w INT, amount DECIMAL(8, 2) DEFAULT 1.50 CHECK (amount > 0),
            total DECIMAL(10, 2) AS (amount * 2) STORED, low VARCHAR(80) AS (LOWER(note)) VIRTUAL, note VARCHAR(80),
            label VARCHAR(8) NOT NULL DEFAULT 'none', PRIMARY KEY (w, d, o, n), UNIQUE KEY line_label (label, w),
            KEY line_note (note(10), amount), KEY line_low (low),
            CONSTRAINT of_order FOREIGN KEY (w, d, o) REFERENCES orders (w, d, id));
        -- Names that are injections, words of the language, and that differ in capitals only.
        CREATE TABLE `2B; DROP TABLE ``x`` --` (id INT AUTO_INCREMENT PRIMARY KEY, `year.key` BIGINT UNIQUE,
            `Odd ``Name` INT, `select` INT);
        CREATE TABLE `group` (id INT PRIMARY KEY, `Order` INT, there INT, KEY there (there),
            FOREIGN KEY (there) REFERENCES `2B; DROP TABLE ``x`` --` (id));
        CREATE TABLE wide (big BIGINT UNSIGNED PRIMARY KEY, bits BIT(8), flag BOOLEAN, born YEAR, span TIME, code BINARY(16),
            doc JSON, f FLOAT, r DOUBLE, b BLOB, old DATE, t LONGTEXT);
        -- Foreign keys that nobody could declare.
        CREATE TABLE customer (customer_id INT PRIMARY KEY, region INT, name VARCHAR(20)) ENGINE = MyISAM;
        CREATE TABLE invoice (year INT, number INT, customer_id INT, note TEXT, PRIMARY KEY (year, number)) ENGINE = MyISAM;
        CREATE TABLE invoice_line (year INT, number INT, pos INT, text VARCHAR(20), PRIMARY KEY (year, number, pos))
            ENGINE = MyISAM;
        CREATE TABLE measure (day DATE, n INT, v DOUBLE, PRIMARY KEY (day, n)) PARTITION BY RANGE (YEAR(day))
            (PARTITION p2026 VALUES LESS THAN (2027), PARTITION rest VALUES LESS THAN MAXVALUE);
        CREATE VIEW cheap AS SELECT w, d, o, n FROM line WHERE amount < 5;
        CREATE TABLE gone (a INT); CREATE VIEW broken AS SELECT a FROM gone; DROP TABLE gone;
        CREATE TABLE keyless (a INT, b JSON, c VARCHAR(10));

        INSERT INTO warehouse VALUES (1, 1, 'North'), (1, 2, 'South'), (2, 1, NULL);
        INSERT INTO orders (id, d, w, mood, placed, delivered, flags) VALUES
            (1, 1, 1, 'happy', '2026-01-01 10:00:00.125', '2026-01-03', 'a,b'), (2, 1, 1, 'it''s ok', '2026-01-02', NULL, ''),
            (3, 2, 1, 'sad', NULL, '2026-02-28', NULL);
        INSERT INTO line (n, o, d, w, amount, note, label) VALUES (1, 1, 1, 1, 2.50, 'X', 'ab'), (2, 1, 1, 1, 3, 'y', 'ac'),
            (1, 2, 1, 1, 10, NULL, 'ad');
        INSERT INTO `2B; DROP TABLE ``x`` --` VALUES (1, 1, 5, 6), (2, NULL, 1, NULL);
        INSERT INTO `group` VALUES (1, 1, 1), (2, 1, NULL), (3, NULL, 2);
        INSERT INTO wide VALUES (1, b'101', TRUE, 1999, '100:01:02', 0x000102030405060708090A0B0C0D0E0F, '{"a": 1}', 0.5, 0.25,
            0x00FF, '2001-02-03', 'long'), (18446744073709551615, b'0', FALSE, 2155, '-01:00:00', NULL, NULL, NULL, NULL, NULL,
            NULL, NULL);
        INSERT INTO customer VALUES (1, 1, 'Ada'), (2, 1, 'Grace'), (3, 2, 'Alan'), (4, 2, 'Edsger');
        INSERT INTO invoice VALUES (2026, 1, 1, 'a'), (2026, 2, 2, 'b'), (2026, 3, 3, 'c'), (2026, 4, 4, 'd');
        INSERT INTO invoice_line VALUES (2026, 1, 1, 'x'), (2026, 1, 2, 'y'), (2026, 2, 1, 'z'), (2026, 3, 1, 'q'), (2026, 4, 1, 'r');
        INSERT INTO measure VALUES ('2026-02-03', 1, 0.5), ('2027-02-03', 2, NULL);
        INSERT INTO keyless VALUES (1, '{"a":1}', 'x'), (1, '{"a":1}', 'x');
        """

    private static let made = Result {
        guard let server = MySQLTestServer.shared else { throw NotThere() }
        return try server.makeDatabase(sql)
    }

    /// The URL of a database that all tests read and none changes.
    public static func url() throws -> String { try made.get() }

    private struct NotThere: Error {}
}
