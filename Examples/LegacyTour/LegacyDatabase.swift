import ZIMOrm

/// The database that somebody left behind: the tables of TPC-C, with a few rows.
///
/// Nothing here is made for ZIM. Keys have one to four columns, every foreign key lists its columns in another order
/// than the key it points to, several of them share a warehouse's column, and `history` has no key at all.
enum LegacyDatabase {
    static func make() throws -> Database {
        let database = try Database.inMemory()
        try database.execute(tables)
        try database.execute(rows)
        return database
    }

    private static let tables: SQL = """
        CREATE TABLE warehouse (w_id SMALLINT NOT NULL PRIMARY KEY, w_name VARCHAR(10) NOT NULL);
        CREATE TABLE district (
            d_id TINYINT NOT NULL, d_w_id SMALLINT NOT NULL REFERENCES warehouse (w_id),
            d_name VARCHAR(10) NOT NULL, d_next_o_id INT NOT NULL,
            PRIMARY KEY (d_w_id, d_id));
        CREATE TABLE customer (
            c_id INT NOT NULL, c_d_id TINYINT NOT NULL, c_w_id SMALLINT NOT NULL, c_last VARCHAR(16) NOT NULL,
            PRIMARY KEY (c_w_id, c_d_id, c_id),
            FOREIGN KEY (c_d_id, c_w_id) REFERENCES district (d_id, d_w_id));
        CREATE TABLE history (
            h_c_id INT, h_c_d_id TINYINT, h_c_w_id SMALLINT, h_date TIMESTAMP NOT NULL, h_data VARCHAR(24),
            FOREIGN KEY (h_c_id, h_c_d_id, h_c_w_id) REFERENCES customer (c_id, c_d_id, c_w_id));
        CREATE TABLE item (i_id INT NOT NULL PRIMARY KEY, i_name VARCHAR(24) NOT NULL, i_price FLOAT NOT NULL);
        CREATE TABLE stock (
            s_i_id INT NOT NULL REFERENCES item (i_id), s_w_id SMALLINT NOT NULL REFERENCES warehouse (w_id),
            s_quantity INT NOT NULL,
            PRIMARY KEY (s_w_id, s_i_id));
        CREATE TABLE orders (
            o_id INT NOT NULL, o_c_id INT NOT NULL, o_d_id TINYINT NOT NULL, o_w_id SMALLINT NOT NULL,
            o_entry_d TIMESTAMP NOT NULL, o_carrier_id INT,
            PRIMARY KEY (o_w_id, o_d_id, o_id),
            FOREIGN KEY (o_c_id, o_d_id, o_w_id) REFERENCES customer (c_id, c_d_id, c_w_id));
        CREATE TABLE new_order (
            no_o_id INT NOT NULL, no_d_id TINYINT NOT NULL, no_w_id SMALLINT NOT NULL,
            PRIMARY KEY (no_d_id, no_w_id, no_o_id),
            FOREIGN KEY (no_o_id, no_d_id, no_w_id) REFERENCES orders (o_id, o_d_id, o_w_id));
        CREATE TABLE order_line (
            ol_o_id INT NOT NULL, ol_d_id TINYINT NOT NULL, ol_w_id SMALLINT NOT NULL, ol_number INT NOT NULL,
            ol_i_id INT NOT NULL, ol_supply_w_id SMALLINT NOT NULL, ol_quantity INT NOT NULL,
            PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number),
            FOREIGN KEY (ol_o_id, ol_d_id, ol_w_id) REFERENCES orders (o_id, o_d_id, o_w_id),
            FOREIGN KEY (ol_i_id, ol_supply_w_id) REFERENCES stock (s_i_id, s_w_id));
        """

    /// Two warehouses of three districts, two customers in each, two orders a customer, one to three lines an order.
    private static let rows: SQL = """
        INSERT INTO warehouse VALUES (1, 'North'), (2, 'South');
        INSERT INTO item VALUES (1, 'lamp', 24.5), (2, 'rope', 8.25), (3, 'anchor', 180.0), (4, 'paint', 15.75);
        INSERT INTO stock SELECT i_id, w_id, 40 + 10 * i_id FROM warehouse, item;
        INSERT INTO district SELECT d.column1, w_id, d.column2, 5
            FROM warehouse, (VALUES (1, 'Harbour'), (2, 'Market'), (3, 'Station')) AS d;
        INSERT INTO customer SELECT c.column1, d_id, d_w_id, c.column2
            FROM district, (VALUES (1, 'BARBAR'), (2, 'OUGHT')) AS c;
        INSERT INTO orders SELECT o.column1, 1 + o.column1 % 2, d_id, d_w_id,
                '2026-03-0' || o.column1 || ' 09:30:00', CASE WHEN o.column1 < 4 THEN 7 END
            FROM district, (VALUES (1), (2), (3), (4)) AS o;
        INSERT INTO new_order SELECT o_id, o_d_id, o_w_id FROM orders WHERE o_carrier_id IS NULL;
        INSERT INTO order_line SELECT o_id, o_d_id, o_w_id, n.column1, i_id,
                CASE WHEN n.column1 = 3 THEN 3 - o_w_id ELSE o_w_id END, n.column1 + 1
            FROM orders JOIN (VALUES (1), (2), (3)) AS n ON n.column1 <= 1 + (o_id + o_d_id) % 3
                JOIN item ON i_id = 1 + (o_id + n.column1) % 4;
        INSERT INTO history VALUES (2, 1, 1, '2026-03-05 16:00:00', 'paid in full'),
            (NULL, NULL, NULL, '2026-03-06 08:15:00', 'left at the door');
        """
}
