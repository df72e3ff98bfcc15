import TestServer

/// Orders of a warehouse on both engines: keys of one to four columns, foreign keys that list theirs in another order, a
/// join table, a table that points to itself, one without a key, NULL in the midst of what is sorted.
enum Store {
    static let sql = """
        CREATE TABLE warehouse (w int NOT NULL, d int NOT NULL, name varchar(20), PRIMARY KEY (w, d));
        CREATE TABLE orders (id int NOT NULL, d int NOT NULL, w int NOT NULL, note text, amount double precision,
            PRIMARY KEY (w, d, id), FOREIGN KEY (d, w) REFERENCES warehouse (d, w));
        CREATE TABLE article (code varchar(8) NOT NULL PRIMARY KEY, name text NOT NULL);
        CREATE TABLE line (n int NOT NULL, o int NOT NULL, d int NOT NULL, w int NOT NULL,
            article varchar(8) REFERENCES article (code), PRIMARY KEY (w, d, o, n),
            FOREIGN KEY (o, d, w) REFERENCES orders (id, d, w));
        CREATE TABLE label (id int NOT NULL PRIMARY KEY, text text);
        CREATE TABLE order_label (label int NOT NULL REFERENCES label (id), o int NOT NULL, d int NOT NULL, w int NOT NULL,
            PRIMARY KEY (w, d, o, label), FOREIGN KEY (o, d, w) REFERENCES orders (id, d, w));
        CREATE TABLE employee (id int NOT NULL PRIMARY KEY, boss int REFERENCES employee (id));
        CREATE TABLE history (w int, d int, o int, what text, FOREIGN KEY (o, d, w) REFERENCES orders (id, d, w));
        CREATE VIEW open_orders AS SELECT w, d, id, note FROM orders WHERE amount IS NULL;
        INSERT INTO article VALUES ('A1', 'lamp'), ('B,2', 'rope'), ('c''3', 'anchor');
        INSERT INTO label VALUES (1, 'urgent'), (2, ''), (3, '   '), (4, NULL);
        INSERT INTO employee VALUES (1, NULL), (2, 1), (3, 1), (4, 2);
        """ + rows

    private static var rows: String {
        var sql = ""
        for w in 1...2 {
            for d in 1...3 {
                sql += "INSERT INTO warehouse VALUES (\(w), \(d), \(d == 2 ? "NULL" : "'House \(w)-\(d)'"));"
                for id in 1...25 {
                    let note = id % 4 == 0 ? "NULL" : id % 4 == 1 ? "''" : "'note \(id % 7)'"
                    let amount = id % 5 == 0 ? "NULL" : "\(Double(id % 6) * 1.5)"
                    sql += "INSERT INTO orders VALUES (\(id), \(d), \(w), \(note), \(amount));"
                    for n in 0..<(id % 4) {
                        let article = ["'A1'", "'B,2'", "'c''3'", "NULL"][(id + n) % 4]
                        sql += "INSERT INTO line VALUES (\(n + 1), \(id), \(d), \(w), \(article));"
                    }
                    if id % 3 == 0 {
                        sql +=
                            "INSERT INTO order_label VALUES (1, \(id), \(d), \(w)), (\(2 + id % 3), \(id), \(d), \(w));"
                    }
                    if id % 5 == 0 { sql += "INSERT INTO history VALUES (\(w), \(d), \(id), 'shipped');" }
                }
            }
        }
        return sql + "INSERT INTO history VALUES (NULL, NULL, NULL, 'lost'), (1, NULL, 3, 'lost');"
    }
}
