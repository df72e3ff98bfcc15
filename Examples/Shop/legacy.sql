CREATE TABLE employee (id INTEGER PRIMARY KEY, name TEXT NOT NULL, boss INT REFERENCES employee);
CREATE TABLE orders (
    number INT NOT NULL, year INT NOT NULL, seller INT REFERENCES employee, packer INT REFERENCES employee,
    placed DATETIME NOT NULL, PRIMARY KEY (year, number));
CREATE TABLE article (article_no TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, price DECIMAL(8, 2));
CREATE TABLE order_line (
    pos INT NOT NULL, o_number INT NOT NULL, o_year INT NOT NULL, article_no TEXT, quantity INT NOT NULL DEFAULT 1,
    PRIMARY KEY (o_year, o_number, pos), FOREIGN KEY (o_number, o_year) REFERENCES orders (number, year));
CREATE INDEX order_line_article ON order_line (article_no);
CREATE INDEX orders_seller ON orders (seller);
INSERT INTO employee VALUES (1, 'Ada', NULL), (2, 'Grace', 1);
INSERT INTO orders VALUES (7, 1998, 1, 2, '1998-01-02 10:00:00'), (8, 1998, 2, NULL, '5.1.1998'),
    (1, 1999, 9, 2, '1999-01-04 09:30:00');
INSERT INTO article VALUES ('C-1', 'punched cards', 12.5), ('R-2', 'ink ribbon', 3.2);
INSERT INTO order_line VALUES (1, 7, 1998, 'C-1', 4), (2, 7, 1998, 'R-2', 1), (1, 8, 1998, 'R-2', 'two'),
    (1, 1, 1999, NULL, 1);
