/// A schema in which everything is that makes legacy databases hard, with a few rows of each.
enum TrapSchema {
    static let sql = keys + relationships + names + values + views

    /// Keys of one to six columns, of all kinds.
    private static let keys = """
        CREATE TABLE tenant (tenant_id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL);
        INSERT INTO tenant VALUES (1, 'North'), (2, 'South');

        CREATE TABLE orders (
            number INT NOT NULL, year INT NOT NULL, tenant_id INT NOT NULL REFERENCES tenant, seller INT, packer INT,
            placed DATETIME DEFAULT CURRENT_TIMESTAMP NOT NULL, note TEXT DEFAULT 'none',
            PRIMARY KEY (tenant_id, year, number),
            FOREIGN KEY (seller) REFERENCES employee (employee_id), FOREIGN KEY (packer) REFERENCES employee (employee_id));
        INSERT INTO orders VALUES (7, 1998, 1, 1, 2, '1998-01-02 03:04:05', NULL), (8, 1998, 1, 1, NULL, '1998-02-03 00:00:00', 'x'),
            (7, 1998, 2, NULL, NULL, '1999-01-01 00:00:00', 'y');

        -- The foreign key lists its columns in another order than the key; both keys share the tenant.
        CREATE TABLE order_line (
            pos SMALLINT NOT NULL, o_number INT NOT NULL, o_year INT NOT NULL, tenant_id INT NOT NULL,
            article_no TEXT, quantity INT DEFAULT 1 NOT NULL, price DECIMAL(10, 2),
            PRIMARY KEY (tenant_id, o_year, o_number, pos),
            FOREIGN KEY (o_number, o_year, tenant_id) REFERENCES orders (number, year, tenant_id),
            FOREIGN KEY (article_no, tenant_id) REFERENCES article (article_no, tenant_id)) WITHOUT ROWID;
        INSERT INTO order_line VALUES (1, 7, 1998, 1, 'A-1', 2, 12.5), (2, 7, 1998, 1, NULL, 1, NULL), (1, 8, 1998, 1, 'A-2', 1, 3),
            (1, 7, 1998, 2, 'A-1', 5, 0.1);

        CREATE TABLE article (
            article_no TEXT NOT NULL, tenant_id INTEGER NOT NULL REFERENCES tenant, name TEXT, price REAL,
            gross REAL GENERATED ALWAYS AS (price * 1.2) VIRTUAL, PRIMARY KEY (tenant_id, article_no)) STRICT;
        INSERT INTO article VALUES ('A-1', 1, 'Ink', 2.5), ('A-2', 1, 'Ribbon', NULL), ('A-1', 2, 'Cards', 1);

        -- One label at most for each order, and one for each line of it by its place on the sheet.
        CREATE TABLE label (
            order_number INT, order_year INT, tenant_id INT, text TEXT, UNIQUE (tenant_id, order_year, order_number),
            FOREIGN KEY (tenant_id, order_year, order_number) REFERENCES orders (tenant_id, year, number));
        INSERT INTO label VALUES (7, 1998, 1, 'fragile'), (NULL, 1998, 1, 'lost');

        -- A key that is a foreign key too.
        CREATE TABLE article_picture (
            tenant_id INT NOT NULL, article_no TEXT NOT NULL, picture BLOB, PRIMARY KEY (article_no, tenant_id),
            FOREIGN KEY (tenant_id, article_no) REFERENCES article (tenant_id, article_no));
        INSERT INTO article_picture VALUES (1, 'A-1', x'0102');

        CREATE TABLE wide (a INT, b INT, c TEXT, d INT, e INT, f INT, v TEXT, PRIMARY KEY (f, e, d, c, b, a));
        INSERT INTO wide VALUES (1, 2, 'c', 4, 5, 6, 'v'), (1, 2, 'c', 4, 5, 7, NULL);
        CREATE TABLE wide_child (
            id INTEGER PRIMARY KEY, a INT, b INT, c TEXT, d INT, e INT, f INT,
            FOREIGN KEY (a, b, c, d, e, f) REFERENCES wide (a, b, c, d, e, f));
        INSERT INTO wide_child VALUES (1, 1, 2, 'c', 4, 5, 6), (2, 1, 2, 'c', 4, 5, 7), (3, 1, 2, 'c', 4, 5, NULL);

        CREATE TABLE event (kind TEXT, at INTEGER);
        INSERT INTO event VALUES ('start', 1), ('start', 1), ('stop', NULL);
        CREATE TABLE country (iso CHAR(2) NOT NULL UNIQUE, name TEXT);
        INSERT INTO country VALUES ('DE', 'Germany'), ('FR', 'France');
        -- NULL inside a primary key, as only SQLite allows it.
        CREATE TABLE loose_key (a INT, b TEXT, v TEXT, PRIMARY KEY (a, b));
        INSERT INTO loose_key VALUES (1, 'x', 'one'), (1, NULL, 'two'), (1, NULL, 'three');

        """

    private static let relationships = """
        -- To itself, and a second one to the same table under another name.
        CREATE TABLE employee (
            employee_id INTEGER PRIMARY KEY, name TEXT NOT NULL, boss_id INT REFERENCES employee, badge TEXT UNIQUE,
            country CHAR(2) REFERENCES country (iso));
        INSERT INTO employee VALUES (1, 'Ada', NULL, 'b1', 'FR'), (2, 'Grace', 1, 'b2', NULL), (3, 'Alan', 1, NULL, 'DE');
        -- To a unique key that is not the primary key.
        CREATE TABLE locker (id INTEGER PRIMARY KEY, badge TEXT REFERENCES employee (badge));
        INSERT INTO locker VALUES (1, 'b1'), (2, 'b1'), (3, NULL);
        -- Unique for a part of the rows, and unique by an expression: neither makes it one.
        CREATE TABLE contract (id INTEGER PRIMARY KEY, employee_id INT NOT NULL REFERENCES employee, is_open BOOLEAN);
        CREATE UNIQUE INDEX contract_open ON contract (employee_id) WHERE is_open = 1;
        INSERT INTO contract VALUES (1, 1, 0), (2, 1, 1), (3, 2, 1);
        CREATE TABLE nickname (id INTEGER PRIMARY KEY, employee_id INT REFERENCES employee, name TEXT);
        CREATE UNIQUE INDEX nickname_lower ON nickname (employee_id, lower(name) COLLATE NOCASE DESC);
        INSERT INTO nickname VALUES (1, 1, 'Countess'), (2, 1, 'Augusta');
        CREATE TABLE passport (employee_id INT NOT NULL PRIMARY KEY REFERENCES employee, number TEXT);
        INSERT INTO passport VALUES (1, 'P1');

        -- A join table with columns of its own, one without, and one that joins a table with itself.
        CREATE TABLE course (course_id INTEGER PRIMARY KEY, title TEXT);
        INSERT INTO course VALUES (1, 'Logic'), (2, 'Looms'), (3, 'Engines');
        CREATE TABLE enrollment (
            employee_id INT NOT NULL REFERENCES employee, course_id INT NOT NULL REFERENCES course, semester TEXT NOT NULL,
            grade REAL, PRIMARY KEY (employee_id, course_id, semester));
        INSERT INTO enrollment VALUES (1, 1, '98W', 1.0), (1, 1, '99S', 1.3), (1, 2, '98W', NULL), (2, 1, '98W', 2.0);
        CREATE TABLE employee_course (
            employee_id INT NOT NULL, course_id INT NOT NULL, PRIMARY KEY (employee_id, course_id),
            FOREIGN KEY (employee_id) REFERENCES employee, FOREIGN KEY (course_id) REFERENCES course);
        INSERT INTO employee_course VALUES (1, 1), (1, 3), (3, 2);
        CREATE TABLE friendship (
            person_id INT NOT NULL REFERENCES employee, friend_id INT NOT NULL REFERENCES employee, since DATE,
            PRIMARY KEY (person_id, friend_id));
        INSERT INTO friendship VALUES (1, 2, '2001-02-03'), (2, 1, NULL), (1, 3, '2002-03-04');

        -- To columns that are not unique, and to a table that is not there; orphans.
        CREATE TABLE price_list (code TEXT, valid_from DATE, price NUMERIC);
        INSERT INTO price_list VALUES ('A', '2001-01-01', 1), ('A', '2002-01-01', 2), ('B', '2001-01-01', 3);
        CREATE TABLE offer (id INTEGER PRIMARY KEY, price_code TEXT REFERENCES price_list (code), ghost_id INT REFERENCES ghost);
        INSERT INTO offer VALUES (1, 'A', 1), (2, 'C', NULL), (3, NULL, NULL);
        CREATE TABLE parcel (id INTEGER PRIMARY KEY, employee_id INT NOT NULL REFERENCES employee, weight INT);
        INSERT INTO parcel VALUES (1, 1, 5), (2, 99, 6), (3, 98, 7);
        -- Nobody declared these.
        CREATE TABLE visit (id INTEGER PRIMARY KEY, employee_id INT, tenant_id INT, at TEXT);
        INSERT INTO visit VALUES (1, 1, 1, '2001-02-03 04:05:06'), (2, 2, 2, '2001-02-04 04:05:06'), (3, 3, NULL, '2001-02-05 04:05:06');

        """

    private static let names = """
        CREATE TABLE "class" (
            id INTEGER PRIMARY KEY, "default" TEXT, "self" TEXT, "init" TEXT, "save" TEXT, "delete" INT, "columns" TEXT,
            "table" TEXT, "Type" TEXT, "in" INT, "changed" INT, "row" TEXT, "record" TEXT, "recordedChanges" TEXT);
        INSERT INTO "class" VALUES (1, 'd', 's', 'i', 's', 1, 'c', 't', 'T', 2, 3, 'r', 'R', 'C');
        CREATE TABLE "session" ("year.key" INT, "sub-type" TEXT, "2B" TEXT, "%_x" TEXT, "%" INT, "a ""quoted"" name" TEXT,
            "Straße" TEXT, "a b" TEXT, "a_b" TEXT, "aB" TEXT, PRIMARY KEY ("year.key", "sub-type"));
        INSERT INTO "session" VALUES (1, 's', '2b', 'p', 5, 'q', 'Weg', 'x', 'y', 'z');
        CREATE TABLE "Order Notes" (
            "Session Key" INT, "Session Sub-Type" TEXT, "Note Text" TEXT,
            FOREIGN KEY ("Session Key", "Session Sub-Type") REFERENCES "session" ("year.key", "sub-type"));
        INSERT INTO "Order Notes" VALUES (1, 's', 'n'), (1, 's', 'm'), (2, 's', 'orphan'), (NULL, 's', NULL);
        CREATE TABLE "order" (id INTEGER PRIMARY KEY, v TEXT);
        INSERT INTO "order" VALUES (1, 'singular');

        """

    private static let values = """
        CREATE TABLE measure (
            id INTEGER PRIMARY KEY, unix TIMESTAMP, millis TIMESTAMP, julian DATETIME, day DATE, german DATE, american DATE,
            mixed DATETIME, broken DATE, born TEXT, count INT, amount DECIMAL(8,2), ratio FLOAT, flag BOOLEAN, wrong BOOL,
            untyped, several, small SMALLINT, short VARCHAR(3), bytes BLOB, ident UUID, doc JSON);
        INSERT INTO measure VALUES
            (1, 1000000000, 1000000000000, 2451545.25, '2001-02-03', '03.02.2001', '2/3/2001', '2001-02-03 04:05:06', '2001-02-03',
             '1815-12-10', 5, 1.25, 0.5, 1, 1, 7, 1, 3, 'abc', x'00', 'C2A8E3B0-0000-0000-0000-000000000001', '{}'),
            (2, 1000000001, 1000000000001, 2451546.75, '2001-02-04', '04.02.2001', '12/31/2001', 1000000000, 'soon',
             '1815-12-11', 'about 40', 2, 1, 0, 'maybe', 8, 'text', 70000, 'abcd', 'text', NULL, NULL),
            (3, NULL, NULL, NULL, NULL, NULL, NULL, 2451545.25, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
             NULL, NULL, NULL);

        """

    private static let views = """
        CREATE VIEW "Open Orders" AS SELECT o.year, o.number, o.tenant_id, count(*) AS lines, max(l.price) AS dearest
            FROM orders AS o JOIN order_line AS l ON l.o_year = o.year AND l.o_number = o.number AND l.tenant_id = o.tenant_id
            GROUP BY 1, 2, 3;
        CREATE VIEW broken_view AS SELECT * FROM gone;
        """
}
