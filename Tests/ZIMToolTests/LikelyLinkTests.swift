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

    @Test func theApplicationsNameBeforeEachTable() throws {
        #expect(
            try found(
                """
                CREATE TABLE qz_triggers (sched TEXT, trigger_name TEXT, trigger_group TEXT,
                    PRIMARY KEY (sched, trigger_name, trigger_group));
                CREATE TABLE qz_cron_triggers (sched TEXT, trigger_name TEXT, trigger_group TEXT, cron TEXT,
                    PRIMARY KEY (sched, trigger_name, trigger_group));
                CREATE TABLE qz_entity (entity_id INTEGER PRIMARY KEY);
                CREATE TABLE qz_member (member_id INTEGER PRIMARY KEY, member_entity_id INT);
                CREATE TABLE qz_user (user_id INTEGER PRIMARY KEY, entity_id INT);
                INSERT INTO qz_triggers VALUES ('s', 'a', 'g'), ('s', 'b', 'g');
                INSERT INTO qz_cron_triggers VALUES ('s', 'a', 'g', '*'); INSERT INTO qz_entity VALUES (4), (5);
                INSERT INTO qz_member VALUES (1, 4); INSERT INTO qz_user VALUES (1, 5);
                """) == [
                    "qz_cron_triggers(sched, trigger_name, trigger_group) -> qz_triggers (sched, trigger_name, trigger_group)",
                    "qz_member(member_entity_id) -> qz_entity (entity_id)",
                    "qz_user(entity_id) -> qz_entity (entity_id)",
                ])
    }

    @Test func theEndOfATablesNameAndAbbreviations() throws {
        #expect(
            try found(
                """
                CREATE TABLE storage_blob (id INTEGER PRIMARY KEY);
                CREATE TABLE storage_file (id INTEGER PRIMARY KEY, blob_id INT, record_id INT, record_type TEXT);
                CREATE TABLE audit_record (id INTEGER PRIMARY KEY, org_id INT, groups_id INT);
                CREATE TABLE organization (id INTEGER PRIMARY KEY);
                CREATE TABLE groups (id INTEGER PRIMARY KEY);
                CREATE TABLE re_procdef (id INTEGER PRIMARY KEY);
                CREATE TABLE task (id INTEGER PRIMARY KEY, proc_def_id INT, few_blob_id INT);
                CREATE TABLE release (id INTEGER PRIMARY KEY, type INT);
                CREATE TABLE release_type (id INTEGER PRIMARY KEY);
                CREATE TABLE event_type (id INTEGER PRIMARY KEY);
                INSERT INTO storage_blob VALUES (21), (22), (23), (24), (25);
                INSERT INTO storage_file VALUES (1, 21, 1, 'x'), (2, 22, 2, 'x'), (3, 23, 3, 'x'), (4, 24, 4, 'x');
                INSERT INTO organization VALUES (31), (32); INSERT INTO groups VALUES (41);
                INSERT INTO audit_record VALUES (1, 31, 41), (2, 32, 41), (3, 31, 41), (4, 31, 41);
                INSERT INTO re_procdef VALUES (51), (52);
                INSERT INTO task VALUES (1, 51, NULL), (2, 52, NULL), (3, 51, NULL), (4, 51, 21);
                INSERT INTO release_type VALUES (61); INSERT INTO event_type VALUES (61); INSERT INTO release VALUES (1, 61);
                """) == [
                    "audit_record(groups_id) -> groups (id)", "audit_record(org_id) -> organization (id)",
                    "release(type) -> release_type (id)", "storage_file(blob_id) -> storage_blob (id)",
                    "task(proc_def_id) -> re_procdef (id)",
                ])
    }

    @Test func aNumberBesideThePrimaryKeyAndTheOwnTableInARole() throws {
        #expect(
            try found(
                """
                CREATE TABLE patients (row_id INTEGER PRIMARY KEY, subject_id INT NOT NULL UNIQUE);
                CREATE TABLE visits (row_id INTEGER PRIMARY KEY, subject_id INT, visit_id INT NOT NULL UNIQUE);
                CREATE TABLE pool (pool_id INTEGER PRIMARY KEY, next_pool_id INT);
                CREATE TABLE node (node_id INT, version INT, PRIMARY KEY (node_id, version));
                CREATE TABLE node_tag (node_id INT, version INT, k TEXT, PRIMARY KEY (node_id, version, k));
                CREATE TABLE address (addressid INTEGER PRIMARY KEY);
                CREATE TABLE invoice (id INTEGER PRIMARY KEY, billtoaddressid INT);
                INSERT INTO patients VALUES (1, 71), (2, 72);
                INSERT INTO visits VALUES (1, 71, 81), (2, 72, 82), (3, 71, 83), (4, 71, 84);
                INSERT INTO pool VALUES (1, NULL), (2, 1); INSERT INTO node VALUES (5, 1), (5, 2);
                INSERT INTO node_tag VALUES (5, 1, 'a'), (5, 2, 'a'); INSERT INTO address VALUES (91);
                INSERT INTO invoice VALUES (1, 91);
                """) == [
                    "invoice(billtoaddressid) -> address (addressid)",
                    "node_tag(node_id, version) -> node (node_id, version)", "pool(next_pool_id) -> pool (pool_id)",
                    "visits(subject_id) -> patients (subject_id)",
                ])
    }

    @Test func aTablesOwnKeyAndAnArchiveReferenceNothing() throws {
        #expect(
            try found(
                """
                CREATE TABLE pub (pub_id INTEGER PRIMARY KEY);
                CREATE TABLE feature_pub (feature_pub_id INTEGER PRIMARY KEY, pub_id INT);
                CREATE TABLE payment (payment_id INTEGER PRIMARY KEY, amount INT);
                CREATE TABLE payment_2007 (payment_id INTEGER PRIMARY KEY, amount INT);
                CREATE TABLE block (floor INTEGER PRIMARY KEY, code INT NOT NULL UNIQUE, block_code INT NOT NULL UNIQUE);
                INSERT INTO pub VALUES (1), (2), (3), (4); INSERT INTO feature_pub VALUES (1, 1), (2, 1), (3, 4), (4, 1);
                INSERT INTO payment VALUES (1, 1), (2, 1), (3, 1), (4, 1); INSERT INTO payment_2007 SELECT * FROM payment;
                INSERT INTO block VALUES (1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4);
                """) == ["feature_pub(pub_id) -> pub (pub_id)"])
    }

    /// The declared foreign keys of one, two and three columns are guessed again; what follows from two is right.
    @Test func howManyDeclaredForeignKeysAreGuessed() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(
            """
            CREATE TABLE tenant (tenant_id INTEGER PRIMARY KEY);
            CREATE TABLE orders (tenant_id INT REFERENCES tenant, number INT, PRIMARY KEY (tenant_id, number));
            CREATE TABLE line (tenant_id INT, order_number INT, pos INT, shipped_via INT REFERENCES shipper,
                unused_id INT REFERENCES shipper, PRIMARY KEY (tenant_id, order_number, pos),
                FOREIGN KEY (tenant_id, order_number) REFERENCES orders);
            CREATE TABLE shipper (shipper_id INTEGER PRIMARY KEY);
            CREATE TABLE parcel (id INTEGER PRIMARY KEY, shipper_id INT);
            INSERT INTO tenant VALUES (7); INSERT INTO orders VALUES (7, 1), (7, 2); INSERT INTO shipper VALUES (9);
            INSERT INTO line VALUES (7, 1, 1, 9, NULL), (7, 2, 1, 9, NULL); INSERT INTO parcel VALUES (1, 9);
            """)
        let answer = try Program.run(["doctor", path, "--measure-guess"])
        #expect(answer.status == 0)
        #expect(
            answer.out == """
                {
                  "declared" : 3,
                  "found" : 2,
                  "guessed" : 4,
                  "missed" : [
                    "line(shipped_via) -> shipper(shipper_id)"
                  ],
                  "right" : 3,
                  "wrong" : [
                    "parcel(shipper_id) -> shipper(shipper_id)"
                  ]
                }

                """)
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

    /// A part that any table may have counts where its own table is called after it.
    @Test func aPartThatItsTableIsCalledAfter() throws {
        #expect(
            try found(
                """
                CREATE TABLE invoice_lines (invoice_id INT, line_no INT, product TEXT, PRIMARY KEY (invoice_id, line_no));
                CREATE TABLE allocations (id INTEGER PRIMARY KEY, invoice_id INT, line_no INT, qty INT);
                CREATE TABLE budgets (region_id INT, year INT, PRIMARY KEY (region_id, year));
                CREATE TABLE reports (id INTEGER PRIMARY KEY, region_id INT, year INT);
                INSERT INTO invoice_lines VALUES (1, 1, 'a'), (1, 2, 'b'), (2, 1, 'c');
                INSERT INTO allocations VALUES (1, 1, 1, 5), (2, 1, 2, 5), (3, 2, 1, 5), (4, 2, 1, 5);
                INSERT INTO budgets VALUES (1, 2020), (2, 2020);
                INSERT INTO reports VALUES (1, 1, 2020), (2, 2, 2020), (3, 1, 2020), (4, 2, 2020);
                """) == ["allocations(invoice_id, line_no) -> invoice_lines (invoice_id, line_no)"])
    }

    /// Of many tables with keys of several columns each is held against those few that its columns can mean.
    @Test func fewCompositeKeysAreLookedAt() throws {
        let count = 200
        let scratch = try ToolScratch()
        let tables = (0..<count).map { number in
            """
            CREATE TABLE doc_\(number) (company INT, year INT, number INT, note TEXT, PRIMARY KEY (company, year, number));
            CREATE TABLE part_\(number) (company INT, part_\(number)_no INT, PRIMARY KEY (company, part_\(number)_no));
            """
        }
        let more = "CREATE TABLE used (id INTEGER PRIMARY KEY, company INT, part_7_no INT, year INT, number INT);"
        let schema = try scratch.open(tables.joined() + more).schema()
        let keys = schema.tables.map { table in
            ParentKey(
                table: table, words: NameWords(table.name).singular.words, columns: table.primaryKey,
                groups: table.primaryKey.map { _ in nil },
                parts: table.primaryKey.map {
                    ParentKey.Part(own: NameWords($0).words, whole: NameWords($0).words)
                }, isPrimary: true, hasPrefix: false)
        }
        let composites = CompositeKeys(keys)
        // All documents are alike.
        let documents = composites.meant(by: ["company", "year", "number"])
        #expect(documents.named == [])
        #expect(documents.alike.map(\.count) == [count])
        let part = composites.meant(by: ["company", "part7no", "7no", "no"])
        #expect(part.named == [])
        #expect(part.alike.map { $0.map { keys[$0].table.name } } == [["part_7"]])
        let links = LikelyLinks(schema, knowing: []).candidates.flatMap(\.value).map {
            "\($0.link.child.name) \($0.link.columns) \($0.link.parent.name) \($0.evidence)"
        }
        #expect(links == [#"used ["company", "part_7_no"] part_7 named"#])
    }
}
