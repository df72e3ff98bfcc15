#if MySQL
    import TestServer
    import Testing
    import ZIMOrm
    import ZIMSql

    @testable import ZIMTool

    /// What one of MySQL and MariaDB says that made a table, as the other takes it.
    @Suite struct MySQLDefinitionFittingTests {
        static let mySQL = MySQLTargetServer(
            isMariaDB: false,
            collations: MySQLCollations(
                names: [
                    "utf8mb4_general_ci", "utf8mb4_bin", "utf8mb4_unicode_520_ci", "utf8mb4_german2_ci",
                    "utf8mb4_0900_ai_ci",
                    "utf8mb4_0900_as_ci", "utf8mb4_0900_as_cs", "utf8mb4_0900_bin", "utf8mb4_de_pb_0900_as_cs",
                    "utf8mb4_de_pb_0900_ai_ci", "utf8mb3_general_ci", "utf8mb3_bin", "utf8mb3_unicode_520_ci",
                ], defaults: ["utf8mb4": "utf8mb4_0900_ai_ci"]), engines: ["innodb", "myisam"])
        static let mariaDB = MySQLTargetServer(
            isMariaDB: true,
            collations: MySQLCollations(
                names: [
                    "utf8mb4_general_ci", "utf8mb4_nopad_bin", "utf8mb4_bin", "utf8mb4_uca1400_nopad_ai_ci",
                    "utf8mb4_uca1400_nopad_as_cs", "utf8mb4_uca1400_nopad_as_ci",
                    "utf8mb4_uca1400_german2_nopad_ai_ci", "utf8mb4_uca1400_danish_nopad_as_cs",
                ], defaults: ["utf8mb4": "utf8mb4_general_ci"]), engines: ["innodb", "aria"])

        /// What comes out, with the spaces that a server prints, and the notes.
        private func fit(
            _ sql: String, to server: MySQLTargetServer, as name: String = "t"
        ) throws -> (lines: [String], notes: [String]) {
            var table = CopyTable(source: TableSchema(name: name, columnNames: []))
            table.definition = try MySQLDefinition(sql, of: name)
            var plan = CopyPlan(source: .mySQL, target: .mySQL, location: "", tables: [table], notes: [])
            var fitting = MySQLDefinitionFitting(server)
            try fitting.run(&plan, to: "there")
            let made = try CopyDDL(plan).before().map { try $0.statement.render(with: MySQLDialect()).sql }
            return (
                made.joined().split(separator: "\n").map { line in
                    line.split(separator: " ").joined(separator: " ")
                        .replacing("E= ", with: "E=").replacing("( '", with: "('").replacing(", '", with: ",'")
                }, plan.notes.map(\.description)
            )
        }

        /// As MariaDB prints a table.
        private static let ofMariaDB = """
            CREATE TABLE `t` (
              `id` int(11) NOT NULL AUTO_INCREMENT,
              `a` varchar(9) /*M!100301 COMPRESSED*/ DEFAULT NULL,
              `b` uuid DEFAULT uuid(),
              `c` inet6 NOT NULL,
              `d` date DEFAULT curdate(),
              `e` datetime(6) DEFAULT current_timestamp(6) ON UPDATE current_timestamp(6),
              `f` text DEFAULT 'it''s',
              `g` text DEFAULT concat('a','b') COMMENT 'DEFAULT 4',
              `h` int(11) DEFAULT ((1 + 2) * 3),
              `m` int(11) DEFAULT NULL CHECK (`m` > 2),
              `n` date DEFAULT current_timestamp(),
              `o` blob DEFAULT X'00ff',
              `p` double DEFAULT -1.5,
              `q` bit(3) DEFAULT b'101',
              `r` longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '{}' CHECK (json_valid(`r`)),
              `s` varchar(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_uca1400_german2_as_ci DEFAULT _utf8mb4'ü',
              `u` varchar(2) DEFAULT NULL,
              `since` timestamp(6) GENERATED ALWAYS AS ROW START,
              `until` timestamp(6) GENERATED ALWAYS AS ROW END,
              PRIMARY KEY (`id`),
              KEY `h` (`h`) IGNORED,
              UNIQUE KEY `n` (`id`,`stay` WITHOUT OVERLAPS),
              PERIOD FOR `stay` (`d`, `n`),
              CONSTRAINT `CONSTRAINT_1` CHECK (`h` > 0),
              CONSTRAINT `named` CHECK (`h` < 99)
            ) ENGINE=Aria AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_uca1400_ai_ci PAGE_CHECKSUM=1 `page_compressed`='1' COMMENT='PAGE_CHECKSUM=1' WITH SYSTEM VERSIONING
            """

        @Test func fromMariaDBToMySQL() throws {
            let (lines, notes) = try fit(Self.ofMariaDB, to: Self.mySQL)
            #expect(
                lines == [
                    "CREATE TABLE `t` (",
                    "`id` int(11) NOT NULL AUTO_INCREMENT,",
                    "`a` varchar(9) DEFAULT NULL,",
                    "`b` char(36) CHARACTER SET ascii DEFAULT (uuid()),",
                    "`c` varchar(45) CHARACTER SET ascii NOT NULL,",
                    "`d` date DEFAULT (curdate()),",
                    "`e` datetime(6) DEFAULT current_timestamp(6) ON UPDATE current_timestamp(6),",
                    "`f` text DEFAULT ('it''s'),",
                    "`g` text DEFAULT (concat('a','b')) COMMENT 'DEFAULT 4',",
                    "`h` int(11) DEFAULT ((1 + 2) * 3),",
                    "`m` int(11) DEFAULT NULL,",
                    "`n` date DEFAULT (current_timestamp()),",
                    "`o` blob DEFAULT (X'00ff'),",
                    "`p` double DEFAULT -1.5,",
                    "`q` bit(3) DEFAULT b'101',",
                    "`r` longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT ('{}'),",
                    "`s` varchar(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_as_ci DEFAULT _utf8mb4'ü',",
                    "`u` varchar(2) DEFAULT NULL,",
                    "PRIMARY KEY (`id`),",
                    "KEY `h` (`h`) INVISIBLE,",
                    "CONSTRAINT `t_chk_1` CHECK (`h` > 0),",
                    "CONSTRAINT `named` CHECK (`h` < 99),",
                    "CONSTRAINT `t_chk_2` CHECK (`m` > 2),",
                    "CONSTRAINT `t_chk_3` CHECK (json_valid(`r`))",
                    ") ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci COMMENT='PAGE_CHECKSUM=1'",
                ])
            #expect(
                notes == [
                    "t: a is not compressed: MySQL has no such columns", "t: b is char(36): MySQL has no type UUID",
                    "t: c is varchar(45): MySQL has no type INET6",
                    "t: the column since is left out: MySQL has no system versions",
                    "t: the column until is left out: MySQL has no system versions",
                    "t: the index n is left out: MySQL has no periods",
                    "t: the period PERIOD FOR `stay` (`d`, `n`) is left out: MySQL has no periods",
                    "t: has the storage engine InnoDB: this server has no Aria",
                    "t: the option PAGE_CHECKSUM is left out: MySQL has none",
                    "t: the option PAGE_COMPRESSED is left out: MySQL has none",
                    "t: keeps no rows of the past: MySQL has no system versions",
                    "there: the collation utf8mb4_uca1400_ai_ci becomes utf8mb4_unicode_520_ci in one place: it is the nearest here",
                    "there: the collation utf8mb4_uca1400_german2_as_ci becomes utf8mb4_0900_as_ci in one place, in which spaces at the end tell texts apart: it is the nearest here",
                ])
        }

        /// As MySQL 8.0.46 prints a table.
        static let ofMySQL = """
            CREATE TABLE `t` (
              `id` int NOT NULL AUTO_INCREMENT,
              `a` int DEFAULT NULL,
              `b` int GENERATED ALWAYS AS ((`a` + 1)) STORED NOT NULL,
              `c` varchar(10) DEFAULT (concat(_utf8mb4'ö',_utf8mb4'b')),
              `k` int DEFAULT NULL /*!80023 INVISIBLE */,
              `g` geometry NOT NULL /*!80003 SRID 4326 */,
              `j` json DEFAULT (json_array()),
              `l` varchar(10) CHARACTER SET latin1 COLLATE latin1_swedish_ci DEFAULT NULL,
              `m` varchar(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_as_cs DEFAULT NULL,
              `e` enum('ä','b') CHARACTER SET utf8mb4 COLLATE utf8mb4_de_pb_0900_ai_ci DEFAULT 'ä',
              PRIMARY KEY (`id`),
              KEY `i2` (`a`) /*!80000 INVISIBLE */,
              KEY `i1` (((`a` + 1))),
              CONSTRAINT `t_chk_1` CHECK ((`a` > 0)) /*!80016 NOT ENFORCED */,
              CONSTRAINT `t_chk_2` CHECK ((`c` <> _utf8mb4'ö'))
            ) /*!80023 AUTOEXTEND_SIZE=4194304 */ ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci
            """

        @Test func fromMySQLToMariaDB() throws {
            let (lines, notes) = try fit(Self.ofMySQL, to: Self.mariaDB)
            #expect(
                lines == [
                    "CREATE TABLE `t` (",
                    "`id` int NOT NULL AUTO_INCREMENT,",
                    "`a` int DEFAULT NULL,",
                    "`b` int GENERATED ALWAYS AS ((`a` + 1)) STORED,",
                    "`c` varchar(10) DEFAULT (concat('ö','b')),",
                    "`k` int DEFAULT NULL INVISIBLE,",
                    "`g` geometry NOT NULL,",
                    "`j` json DEFAULT (json_array()),",
                    "`l` varchar(10) CHARACTER SET latin1 COLLATE latin1_swedish_ci DEFAULT NULL,",
                    "`m` varchar(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_uca1400_nopad_as_cs DEFAULT NULL,",
                    "`e` enum('ä','b') CHARACTER SET utf8mb4 COLLATE utf8mb4_uca1400_german2_nopad_ai_ci DEFAULT 'ä',",
                    "PRIMARY KEY (`id`),",
                    "KEY `i2` (`a`) IGNORED,",
                    "CONSTRAINT `t_chk_2` CHECK ((`c` <> 'ö'))",
                    ") ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_uca1400_nopad_ai_ci",
                ])
            #expect(notes.count == 8)
            for note in [
                "t: b is not NOT NULL: MariaDB has no such computed columns",
                "t: g takes shapes of all SRIDs: MariaDB's columns have none",
                "t: the index i1 is left out: MariaDB indexes columns only",
                "t: the check t_chk_1 is left out: it is NOT ENFORCED, and MariaDB's checks all hold",
                "t: the option AUTOEXTEND_SIZE is left out: MariaDB has none",
            ] { #expect(notes.contains(note), "\(note)") }
        }

        /// The statement runs, and its check compares what it compared.
        @Test(.mariaDBServer) func mariaDBTakesIt() throws {
            let server = try MySQLScratch()
            let there = try server.database.read { try MySQLTargetServer(of: $0) }
            #expect(there.isMariaDB && there.engines.contains("innodb"))
            try server.execute(fit(Self.ofMySQL, to: there).lines.joined(separator: "\n"))
            #expect(throws: DatabaseError.self) {
                try server.execute("INSERT INTO t (c, g) VALUES ('ö', POINT(1, 2))")
            }
            try server.execute("INSERT INTO t (c, g) VALUES ('xC3xB6', POINT(1, 2))")
            try server.execute("INSERT INTO t (g) VALUES (POINT(1, 2))")
            #expect(try server.rows("SELECT c, j FROM t ORDER BY id") == [["xC3xB6", "[]"], ["öb", "[]"]])
        }

        @Test(.enabled("the server is no MySQL 8") { MySQLTestServer.isInstalled && MySQLProduct.current == .mySQL8 })
        func mySQLTakesIt() throws {
            let server = try MySQLScratch()
            let there = try server.database.read { try MySQLTargetServer(of: $0) }
            #expect(!there.isMariaDB && !there.engines.contains("aria"))
            try server.execute(fit(Self.ofMariaDB, to: there).lines.joined(separator: "\n"))
            for values in ["-1, 3", "9, 2", "99, 3"] {
                let error = #expect(throws: DatabaseError.self) {
                    try server.execute("INSERT INTO t (c, h, m) VALUES ('::1', \(values))")
                }
                #expect(error?.constraint?.kind == .check, "\(values): \(error as Any)")
            }
            try server.execute("INSERT INTO t (c, h, m) VALUES ('::1', 9, 3)")
            #expect(try server.rows("SELECT f, g, HEX(o), r, s FROM t") == [["it's", "ab", "00FF", "{}", "ü"]])
        }

        /// Of what another server had, each part is tried: what is needed is there, and the rest with the words of the server.
        @Test(.mySQLServer) func whatTheServerRefusesIsLeftOut() throws {
            let server = try MySQLScratch()
            var table = CopyTable(source: TableSchema(name: "t", columnNames: []))
            table.definition = try MySQLDefinition(
                """
                CREATE TABLE `t` (
                  `grp` int NOT NULL, `id` int NOT NULL AUTO_INCREMENT, `k` int NOT NULL DEFAULT 5 INVISIBLE, `c` int DEFAULT ((3 + 4)), `e` int GENERATED ALWAYS AS ((`c` + 1)) STORED,
                  `d` varchar(9) DEFAULT (no_such(1)), KEY `counted` (`grp`,`id`), KEY `good` (`c`), KEY `bad` (`none`),
                  CONSTRAINT `fine` CHECK (`c` > 1), CONSTRAINT `wrong` CHECK (no_such(`c`) > 1)
                ) ENGINE=MyISAM
                """, of: "t")
            var plan = CopyPlan(source: .mySQL, target: .mySQL, location: "", tables: [table], notes: [])
            let ddl = { CopyDDL($0, in: MySQLStaging($0, id: "abc").home) }
            try SchemaDryRun(ddl: ddl(plan)).run(&plan, on: server.database)
            #expect(try server.contents == [])
            let names = plan.notes.map { $0.text.split(separator: ":").first.map(String.init) }
            #expect(
                names == [
                    "the default of d is left out", "KEY `bad` (`none`) is left out",
                    "CONSTRAINT `wrong` CHECK (no_such(`c`) > 1) is left out",
                ])
            for step in CopyDDL(plan).before() { try server.database.withoutTransaction { try step.run(in: $0) } }
            try server.execute("INSERT INTO t (grp) VALUES (1), (1), (2)")
            #expect(try server.rows("SELECT grp, id, k, c, d FROM t ORDER BY 1, 2").map(\.count) == [5, 5, 5])
            #expect(
                try server.rows("SELECT grp, id, k, c, d FROM t WHERE grp = 1 AND id = 2") == [[1, 2, 5, 7, .null]])
            #expect(throws: DatabaseError.self) { try server.execute("INSERT INTO t (grp, c) VALUES (1, 0)") }
            #expect(try server.schema.indexes(of: "t").map(\.name).sorted() == ["counted", "good"])
            // A column is never left out.
            plan.tables[0].definition = try MySQLDefinition(
                "CREATE TABLE `t` (`a` int DEFAULT 4, `b` no_such_type, KEY `i` (`a`)) ENGINE=InnoDB", of: "t")
            plan.notes = []
            let error = #expect(throws: ToolError.self) {
                try SchemaDryRun(ddl: ddl(plan)).run(&plan, on: server.database)
            }
            #expect(error?.message.hasPrefix("t cannot be created: ") == true && plan.notes == [])
        }

        /// What is taken out never joins what stands around it: it would be another statement.
        @Test func nothingIsJoined() throws {
            let strange = [
                "CREATE TABLE `t` (`a` int) ENGINE=InnoDB AS SEL`PAGE_CHECKSUM`='x'ECT shop.f() AS a",
                "CREATE TABLE `t` (`a` int) ENGINE=InnoDB AS TABLE mysql.user",
                "CREATE TABLE `t` (`a` int) ENGINE=InnoDB ENGINE=CONNECT",
                "CREATE TABLE `t` (`a` int) ENGINE=InnoDB PARTITION BY KEY (`a`) (PARTITION p ENGINE = FEDERATED)",
                "CREATE TABLE `t` (`a` int /COMPRESSED* '*/, b int AS (f()) /*')",
                "CREATE TABLE `t` (`a` int /SRID x* '*/ , b int /*')",
                "CREATE TABLE `t` (`a` int SELCOMPRESSEDECT)", "CREATE TABLE `t` (`a` int SEL COMPRESSED ECT)",
            ]
            for sql in strange {
                for server in [Self.mySQL, Self.mariaDB] {
                    let lines = (try? fit(sql, to: server).lines) ?? []
                    let words = SQLTokenizer(lines.joined(separator: "\n"), rules: .mySQL).tokens
                    #expect(
                        !words.contains {
                            $0.isWord("SELECT") || $0.isWord("TABLE") && $0.offset > 10 || $0.kind == .comment
                        }, "\(sql)")
                    #expect(!lines.joined().contains("CONNECT") && !lines.joined().contains("FEDERATED"), "\(sql)")
                }
            }
            let options = #expect(throws: ToolError.self) { try fit(strange[1], to: Self.mySQL) }
            #expect(options?.message == "nothing was copied: the definition of the table \"t\" uses AS")
        }

        /// What stands behind PARTITION, and what goes with a storage engine.
        @Test func partitions() throws {
            let (lines, notes) = try fit(
                """
                CREATE TABLE `t` (
                `a` int(11) NOT NULL,
                PRIMARY KEY (`a`)
                ) ENGINE=Aria ROW_FORMAT=PAGE
                PARTITION BY RANGE (`a`)
                (PARTITION `p` VALUES LESS THAN (10) ENGINE = Aria)
                """, to: Self.mySQL)
            #expect(
                lines.suffix(3) == [
                    ") ENGINE=InnoDB", "PARTITION BY RANGE (`a`)",
                    "(PARTITION `p` VALUES LESS THAN (10) ENGINE = InnoDB )",
                ])
            #expect(notes == ["t: has the storage engine InnoDB: this server has no Aria"])
            let versioned = try fit(
                """
                CREATE TABLE `t` (`a` int) ENGINE=InnoDB WITH SYSTEM VERSIONING PARTITION BY SYSTEM_TIME
                (PARTITION `p` HISTORY ENGINE = InnoDB, PARTITION `n` CURRENT ENGINE = InnoDB)
                """, to: Self.mySQL)
            #expect(versioned.lines.last?.hasSuffix(") ENGINE=InnoDB") == true)
            #expect(
                versioned.notes == [
                    "t: is not partitioned: MySQL has no system versions",
                    "t: keeps no rows of the past: MySQL has no system versions",
                ])
            let shape = try fit("CREATE TABLE `t` (`a` geomcollection DEFAULT NULL)", to: Self.mariaDB)
            #expect(shape.lines == ["CREATE TABLE `t` (", "`a` geometrycollection DEFAULT NULL", ")"])
        }

        /// Whoever pretends to be a server prints what he likes, and bodies are as people wrote them.
        @Test func whatNoServerPrints() throws {
            for options in [
                "PAGE_CHECKSUM PARTITION BY HASH (`a`)", "ENGINE PARTITION innodb", "WITH SYSTEM", "ENGINE", "=",
            ] {
                for server in [Self.mySQL, Self.mariaDB] {
                    _ = try? fit("CREATE TABLE `t` (`a` int) \(options)", to: server)
                }
            }
            for item in [
                "`a` varchar(9) COLLATE`utf8mb4_0900_ai_ci`", "`a` varchar(9) COLLATE", "`a` int DEFAULT", "`a`",
                "CHECK", "KEY",
                "`a` int CHECK (`a`>0) CONSTRAINT CHECK (`a`<9)", "CONSTRAINT CHECK", "`a` enum DEFAULT _utf8mb4", "",
                "`a` int SRID", "`a` varchar(9) CHARACTER SET", "CONSTRAINT", "`a` int DEFAULT -", "`a` int DEFAULT (",
            ] {
                for server in [Self.mySQL, Self.mariaDB] { _ = try? fit("CREATE TABLE `t` (\(item))", to: server) }
                guard var definition = try? MySQLDefinition("CREATE TABLE `t` (\(item))", of: "t") else { continue }
                _ = definition.nameless
                _ = definition.doubts(besides: [])
                _ = try? definition.restoreTexts(of: TableSchema(name: "t", columnNames: ["a"]), [])
                definition.spellCollations(["utf8mb4": "utf8mb4_bin"])
            }
            let lines = try fit(
                "CREATE TABLE `t` (`a` varchar(9) COLLATE`utf8mb4_0900_ai_ci` NOT NULL)", to: Self.mariaDB
            ).lines
            #expect(
                lines == ["CREATE TABLE `t` (", "`a` varchar(9) COLLATE utf8mb4_uca1400_nopad_ai_ci NOT NULL", ")"])
        }

        /// What is the same on both is left as it is, and all of it where the server is the same.
        @Test func whatBothHaveStays() throws {
            let sql = """
                CREATE TABLE `t` (
                `a` int(10) unsigned NOT NULL,
                `b` char(2) CHARACTER SET utf8mb3 COLLATE utf8mb3_general_ci NOT NULL DEFAULT 'x',
                `c` timestamp NULL DEFAULT current_timestamp(),
                `d` decimal(8,2) DEFAULT 0.50,
                PRIMARY KEY (`a`,`b`),
                UNIQUE KEY `u` (`b`,`d`),
                CONSTRAINT `positive` CHECK (`d` > 0)
                ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8
                PARTITION BY KEY (`a`)
                PARTITIONS 3
                """
            let mariaDB = MySQLTargetServer(
                isMariaDB: true,
                collations: MySQLCollations(names: ["utf8mb4_general_ci", "utf8mb3_general_ci"], defaults: [:]),
                engines: ["innodb"])
            for server in [Self.mySQL, mariaDB] {
                let (lines, notes) = try fit(sql, to: server)
                #expect(lines == sql.split(separator: "\n").map(String.init) && notes == [])
            }
        }

        /// Of what a session is set to, and of texts in a body.
        @Test func objects() throws {
            var object = CopyObject(
                kind: .view, name: "v", sql: "CREATE VIEW v AS SELECT _utf8mb4'ö' COLLATE utf8mb4_uca1400_ai_ci AS a")
            object.settings = MySQLObjectSettings(
                mode: "STRICT_TRANS_TABLES,NO_AUTO_CREATE_USER", collation: "utf8mb4_nopad_bin", timeZone: nil)
            object.collation = "utf8mb4_general_nopad_ci"
            for (server, collation, mode) in [
                (Self.mySQL, "utf8mb4_unicode_520_ci", "STRICT_TRANS_TABLES"),
                (Self.mariaDB, "utf8mb4_general_ci", "STRICT_TRANS_TABLES,NO_AUTO_CREATE_USER"),
            ] {
                var plan = CopyPlan(source: .mySQL, target: .mySQL, location: "", tables: [], notes: [])
                plan.objects = [object]
                var fitting = MySQLDefinitionFitting(server)
                try fitting.run(&plan, to: "there")
                let words = "\(plan.objects[0].sql)".split(separator: " ").joined(separator: " ")
                #expect(words == "CREATE VIEW v AS SELECT _utf8mb4'ö' COLLATE \(collation) AS a")
                #expect(plan.objects[0].settings?.mode == mode)
                #expect(plan.objects[0].settings?.collation == server.collations.nearest(to: "utf8mb4_nopad_bin"))
                #expect(plan.objects[0].collation == "utf8mb4_general_ci")
            }
        }

        /// Older servers give a TIMESTAMP that is NOT NULL what it does not say.
        @Test func timestamps() throws {
            let sql =
                "CREATE TABLE `t` (`a` timestamp NOT NULL, `b` timestamp NOT NULL DEFAULT '2020-01-01 00:00:00', `c` timestamp NULL)"
            let old = MySQLTargetServer(
                isMariaDB: true, collations: Self.mariaDB.collations, hasPlainTimestamps: false, engines: ["innodb"])
            #expect(
                try fit(sql, to: old).notes == [
                    "t: a gets a default, and may be set by each UPDATE: explicit_defaults_for_timestamp is off here"
                ])
            #expect(try fit(sql, to: Self.mariaDB).notes == [])
        }

        /// MySQL before 8.0.16 reads checks, and forgets them.
        @Test func aServerWithoutChecks() throws {
            var plan = CopyPlan(source: .mySQL, target: .mySQL, location: "", tables: [], notes: [])
            var (made, planned) = (
                CopyTable(source: TableSchema(name: "t", columnNames: [])),
                CopyTable(source: TableSchema(name: "u", columnNames: []))
            )
            made.definition = try MySQLDefinition(
                "CREATE TABLE `t` (`a` int CHECK (`a` > 1), `check` int, CONSTRAINT `b` CHECK (`a` < 9))", of: "t")
            planned.checks = [CopyCheck(name: "c", condition: "a > 1"), CopyCheck(name: nil, condition: "a < 9")]
            plan.tables = [made, planned]
            plan.leaveOutChecks()
            #expect(
                plan.notes.map(\.description) == [
                    "t: the check of a is left out: this MySQL has none",
                    "t: the check of b is left out: this MySQL has none",
                    "u: the check c (a > 1) is left out: this MySQL has none",
                    "u: the check (a < 9) is left out: this MySQL has none",
                ])
            #expect(plan.tables[1].checks.isEmpty)
        }

        /// MySQL shares the names of checks among tables, and names what has none after its table.
        @Test func namesOfChecks() throws {
            let long = String(repeating: "x", count: 60)
            func sql(_ name: String) -> String {
                """
                CREATE TABLE `\(name)` (
                  `a` int DEFAULT NULL CHECK (`a` > 1),
                  `b` int DEFAULT NULL,
                  CONSTRAINT `CONSTRAINT_1` CHECK (`a` > `b`),
                  CONSTRAINT `named` CHECK (`b` > 0)
                ) ENGINE=InnoDB
                """
            }
            // A table that came from MySQL once.
            let third = "CREATE TABLE `third` (`a` int, CONSTRAINT `short_chk_1` CHECK (`a` > 1)) ENGINE=InnoDB"
            var plan = CopyPlan(source: .mySQL, target: .mySQL, location: "", tables: [], notes: [])
            for (name, sql) in [("short", sql("short")), ("third", third), (long, sql(long))] {
                var table = CopyTable(source: TableSchema(name: name, columnNames: []))
                table.definition = try MySQLDefinition(sql, of: name)
                plan.tables.append(table)
            }
            var fitting = MySQLDefinitionFitting(Self.mySQL)
            try fitting.run(&plan, to: "there")
            let checks = plan.tables.map { $0.definition?.items.compactMap(\.checkName) ?? [] }
            #expect(checks.first == ["short_chk_2", "named", "short_chk_3"])
            let names = checks.last ?? []
            #expect(names.count == 3 && Set(names).count == 3)
            #expect(names.allSatisfy { $0.count <= 64 && $0.hasPrefix("xxxxxxxx") && $0.contains("_chk_") })
            // MariaDB has them by table.
            var other = MySQLDefinitionFitting(Self.mariaDB)
            plan.tables[0].definition = try MySQLDefinition(sql("short"), of: "short")
            try other.run(&plan, to: "there")
            #expect(plan.tables[0].definition?.items.compactMap(\.checkName) == ["CONSTRAINT_1", "named"])
        }
    }
#endif
