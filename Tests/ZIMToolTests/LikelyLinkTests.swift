import Testing

@testable import ZIMTool

/// Which relationships are found that nobody declared, and which are not.
@Suite struct LikelyLinkTests {
    /// `child(column, …) -> parent(column, …)`, sorted.
    private func found(_ sql: String) throws -> [String] {
        let scratch = try ToolScratch()
        let file = try InspectedDatabase(place: try scratch.database(sql))
        var options = Examination.Options()
        options.ignoring = Set(Finding.Kind.allCases).subtracting([.likelyRelationship])
        return try Examination(of: file, options: options).findings.compactMap { finding in
            guard let parent = finding.message.firstMatch(of: /probably references (.+ \([^)]*\)), but/)?.1 else {
                return nil
            }
            return "\(finding.table)(\(finding.columns.joined(separator: ", "))) -> \(parent)"
        }.sorted()
    }

    @Test func aKeyOfThreeColumnsUnderItsTablesName() throws {
        #expect(
            try found(
                """
                CREATE TABLE country (code TEXT PRIMARY KEY, name TEXT UNIQUE);
                CREATE TABLE province (name TEXT, country TEXT, PRIMARY KEY (name, country));
                CREATE TABLE city (name TEXT, country TEXT, province TEXT, PRIMARY KEY (name, country, province));
                CREATE TABLE airport (iata TEXT PRIMARY KEY, name TEXT, city TEXT, country TEXT, province TEXT);
                CREATE TABLE economy (country TEXT PRIMARY KEY, gdp REAL);
                INSERT INTO country VALUES ('F', 'France'), ('D', 'Germany');
                INSERT INTO province VALUES ('Bretagne', 'F'), ('Bayern', 'D');
                INSERT INTO city VALUES ('Brest', 'F', 'Bretagne'), ('Passau', 'D', 'Bayern');
                INSERT INTO airport VALUES ('BES', 'Guipavas', 'Brest', 'F', 'Bretagne'), ('XXX', 'x', NULL, 'D', 'Bayern');
                INSERT INTO economy VALUES ('F', 2.9), ('D', 4.1);
                """) == [
                    "airport(city, country, province) -> city (name, country, province)",
                    "airport(country) -> country (code)", "airport(province, country) -> province (name, country)",
                    "city(country) -> country (code)", "city(province, country) -> province (name, country)",
                    "economy(country) -> country (code)", "province(country) -> country (code)",
                ])
    }

    @Test func abbreviationsRolesNumbersAndJoinedWords() throws {
        #expect(
            try found(
                """
                CREATE TABLE item (i_id INTEGER PRIMARY KEY, i_name TEXT);
                CREATE TABLE stock (s_i_id INT, s_w_id INT, PRIMARY KEY (s_w_id, s_i_id));
                CREATE TABLE line (l_id INTEGER PRIMARY KEY, l_i_id INT, l_supply_w_id INT);
                CREATE TABLE team (team_id INTEGER PRIMARY KEY);
                CREATE TABLE match (id INTEGER PRIMARY KEY, team1 INT, team2 INT, winner_team_id INT, team_id_loser INT);
                CREATE TABLE salesorder (entityid INTEGER PRIMARY KEY);
                CREATE TABLE invoice (entityid INTEGER PRIMARY KEY, salesorderid INT);
                CREATE TABLE worker (id INTEGER PRIMARY KEY, reports_to INT, manager_team_id INT);
                INSERT INTO item VALUES (1, 'a'), (2, 'b');
                INSERT INTO stock VALUES (1, 1), (2, 1), (1, 2);
                INSERT INTO line VALUES (1, 1, 1), (2, 2, 1), (3, 1, 2), (4, 1, 2);
                INSERT INTO team VALUES (7), (8); INSERT INTO match VALUES (1, 7, 8, 7, 8);
                INSERT INTO salesorder VALUES (5); INSERT INTO invoice VALUES (1, 5);
                INSERT INTO worker VALUES (1, NULL, 7), (2, 1, 8);
                """) == [
                    "invoice(salesorderid) -> salesorder (entityid)", "line(l_i_id) -> item (i_id)",
                    "line(l_supply_w_id, l_i_id) -> stock (s_w_id, s_i_id)", "match(team1) -> team (team_id)",
                    "match(team2) -> team (team_id)", "match(team_id_loser) -> team (team_id)",
                    "match(winner_team_id) -> team (team_id)", "stock(s_i_id) -> item (i_id)",
                    "worker(manager_team_id) -> team (team_id)", "worker(reports_to) -> worker (id)",
                ])
    }

    @Test func whatNamesDoNotSayIsNotGuessed() throws {
        #expect(
            try found(
                """
                CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT, code INT);
                CREATE TABLE b (id INTEGER PRIMARY KEY, name TEXT, code INT, a_id INT REFERENCES a);
                CREATE TABLE left_half (year INT, no INT, PRIMARY KEY (year, no));
                CREATE TABLE right_half (year INT, no INT, PRIMARY KEY (year, no));
                CREATE TABLE person (id INTEGER PRIMARY KEY, passport_id INT REFERENCES passport);
                CREATE TABLE passport (id INTEGER PRIMARY KEY, person_id INT);
                CREATE TABLE owner (id INTEGER PRIMARY KEY); CREATE TABLE thing (id INTEGER PRIMARY KEY, owner_id INT REFERENCES a);
                INSERT INTO a VALUES (1, 'x', 1), (2, 'y', 2); INSERT INTO b VALUES (1, 'x', 1, 1), (2, 'y', 2, 1);
                INSERT INTO left_half VALUES (1, 1), (1, 2), (1, 3), (1, 4), (2, 1);
                INSERT INTO right_half VALUES (1, 1), (1, 2), (1, 3), (1, 4), (2, 1);
                INSERT INTO passport VALUES (1, 1), (2, 2); INSERT INTO person VALUES (1, 1), (2, 2);
                INSERT INTO owner VALUES (1), (2); INSERT INTO thing VALUES (1, 1), (2, 2);
                """) == ["passport(person_id) -> person (id)"])
    }

    @Test func whatToDoAsSQL() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(
            """
            CREATE TABLE "my order" (y INT, n INT, PRIMARY KEY (y, n));
            CREATE TABLE line (id INTEGER PRIMARY KEY, y INT, n INT, FOREIGN KEY (y, n) REFERENCES "my order");
            CREATE TABLE note (id INTEGER PRIMARY KEY, line_id INT);
            INSERT INTO "my order" VALUES (1, 1); INSERT INTO line VALUES (1, 1, 1); INSERT INTO note VALUES (1, 1);
            """)
        let answer = try Program.run(["doctor", path, "--suggest"])
        #expect(answer.status == 1)
        #expect(
            answer.out == """
                -- \(path.split(separator: "/").last ?? ""): review each statement before you run it.

                -- line: the foreign key (y, n) to my order has no index: finding the children of a parent scans the whole table
                CREATE INDEX "line_y_n" ON "line" ("y", "n");

                -- note: (line_id) probably references line (id), but no foreign key is declared: 1 of 1 row match (100 %)
                -- "note": FOREIGN KEY ("line_id") REFERENCES "line" ("id"); SQLite takes it in a new CREATE TABLE only

                """)
        #expect(try Program.run(["doctor", path, "--suggest", "--json"]).status == 2)
        // What is suggested runs.
        let copy = try ToolScratch()
        let other = try copy.database("CREATE TABLE line (id INTEGER PRIMARY KEY, y INT, n INT); \(answer.out)")
        #expect(try Program.run(["doctor", other]).status == 0)
    }
}
