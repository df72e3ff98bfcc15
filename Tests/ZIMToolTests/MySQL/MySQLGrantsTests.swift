#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// What a user of MySQL may not see is said, since the catalogue does not tell it from what is not there.
    @Suite struct MySQLGrantsTests {
        private func unseen(_ lines: [String], _ tables: [String] = ["a", "b"]) throws -> [String] {
            try MySQLGrants(lines).unseen(of: "shop_1", tables: tables) { name, pattern in
                pattern == "shop\\_1" || pattern == "shop%"
            }
        }

        @Test func grants() throws {
            let all = ["triggers", "procedures", "events"]
            #expect(try unseen(["GRANT USAGE ON *.* TO `ada`@`%`", "GRANT `TRIGGER` TO `ada`@`%`"]) == all)
            #expect(try unseen(["GRANT SELECT (`TRIGGER`, b), INSERT ON `shop_1`.`a` TO `ada`@`%`"]) == all)
            #expect(try unseen(["GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION"]) == [])
            #expect(try unseen(["GRANT ALL PRIVILEGES ON `shop\\_1`.* TO `ada`@`%`"]) == [])
            #expect(try unseen(["GRANT ALL PRIVILEGES ON `stock`.* TO `ada`@`%`"]) == all)
            #expect(try unseen(["GRANT SELECT, EXECUTE, EVENT, TRIGGER ON `shop%`.* TO `ada`@`%`"]) == [])
            #expect(try unseen(["GRANT EVENT, ALTER ROUTINE ON `shop_1`.* TO `ada`@`%`"]) == ["triggers"])
            // The bodies of all routines are in a table.
            #expect(try unseen(["GRANT SELECT ON *.* TO `ada`@`%`"]) == ["triggers", "events"])
            let ofTable = "GRANT SELECT, TRIGGER ON `shop_1`.`a` TO `ada`@`%`"
            #expect(try unseen([ofTable]) == all)
            #expect(try unseen([ofTable], ["a"]) == ["procedures", "events"])
        }

        @Test(.mySQLServer, arguments: [false, true]) func whoMayOnlyRead(_ maySee: Bool) throws {
            let server = try #require(MySQLTestServer.shared)
            let url = try server.makeDatabase(
                """
                CREATE TABLE p (a INT, b INT, PRIMARY KEY (a, b)); INSERT INTO p VALUES (1, 1);
                CREATE TRIGGER heard BEFORE INSERT ON p FOR EACH ROW SET @heard = 1;
                """)
            let (name, database) = (server.newName(), try InspectedDatabase(place: url).name)
            try server.send(
                """
                CREATE USER '\(name)'; GRANT SELECT ON \(database).* TO '\(name)';
                \(maySee ? "GRANT TRIGGER, EVENT, EXECUTE ON \(database).* TO '\(name)';" : "")
                """)
            let (source, scratch) = (
                try InspectedDatabase(place: url.replacing("root@", with: "\(name)@")), try ToolScratch()
            )
            let unseen = "\(database): who copies may not see its "
            let why = "which of them are left out cannot be told"
            let notes = try CopyBench.copy(source, to: scratch.path("copy.sqlite")).notes.map(\.description)
            #expect(
                notes == [
                    maySee ? "p: the trigger heard is left out" : "\(unseen)triggers, procedures and events: \(why)"
                ])
            let one = try CopyBench.copy(source, to: scratch.path("one.sqlite")) { $0.only = ["p"] }
            #expect(
                one.notes.map(\.description) == [
                    maySee ? "p: the trigger heard is left out" : "\(unseen)triggers: \(why)"
                ])
        }
    }
#endif
