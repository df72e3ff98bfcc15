import Foundation
import Testing
import ZIMTool

/// How generated classes name the methods that follow their relationships.
@Suite struct RelationshipNameTests {
    /// The method names of each class that are generated for a schema.
    private func methods(_ sql: String) throws -> [String: [String]] {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        _ = try Generation(of: scratch.open(sql), options: Generation.Options()).write(to: out.folder)
        return out.contents.reduce(into: [:]) { methods, file in
            let text = String(decoding: file.value, as: UTF8.self)
            methods[file.key.replacing(".swift", with: "")] = text.matches(of: /(?m)^ +func (`?\w+`?)\(/).map {
                String($0.1)
            }
        }
    }

    @Test func keyColumnLeavesItsNameToTheMethod() throws {
        let found = try methods(
            """
            CREATE TABLE country (name TEXT NOT NULL, code TEXT PRIMARY KEY);
            CREATE TABLE river (name TEXT PRIMARY KEY);
            CREATE TABLE geo_river (River TEXT NOT NULL REFERENCES river, Country TEXT NOT NULL REFERENCES country,
                PRIMARY KEY (River, Country));
            """)
        #expect(found["GeoRiver"] == ["river", "country"])
        #expect(found["River"] == ["geoRivers", "countries"])
    }

    @Test func roleBehindTheParentsKey() throws {
        let found = try methods(
            """
            CREATE TABLE teams (teamID INTEGER PRIMARY KEY);
            CREATE TABLE series (year INT NOT NULL, round TEXT NOT NULL, teamIDwinner INT REFERENCES teams,
                teamIDloser INT REFERENCES teams, PRIMARY KEY (year, round));
            """)
        #expect(found["Series"] == ["winnerTeam", "loserTeam"])
        #expect(found["Team"] == ["seriesAsWinnerTeam", "seriesAsLoserTeam"])
    }

    @Test func wordOfTheClassInsteadOfItsAbbreviation() throws {
        let found = try methods(
            """
            CREATE TABLE authors (au_id TEXT PRIMARY KEY);
            CREATE TABLE titles (title_id TEXT PRIMARY KEY);
            CREATE TABLE titleauthor (au_id TEXT NOT NULL REFERENCES authors, title_id TEXT NOT NULL REFERENCES titles,
                PRIMARY KEY (au_id, title_id));
            """)
        #expect(found["Title"] == ["titleauthors", "authors"])
        #expect(found["Titleauthor"] == ["author", "title"])
    }

    @Test func anotherTablesNameInTheSingularWithinAName() throws {
        let found = try methods(
            """
            CREATE TABLE groups (id INTEGER PRIMARY KEY);
            CREATE TABLE users (id INTEGER PRIMARY KEY);
            CREATE TABLE groups_users (groups_id INT NOT NULL REFERENCES groups, user_id INT NOT NULL REFERENCES users,
                PRIMARY KEY (groups_id, user_id));
            CREATE TABLE users_mailed (id INTEGER PRIMARY KEY, user_id INT REFERENCES users);
            CREATE TABLE news_users (id INTEGER PRIMARY KEY);
            """)
        #expect(found["GroupUser"] == ["group", "user"])
        #expect(found["User"] == ["groupUsers", "usersMailed", "groups"])
        #expect(found["NewsUser"] == [])
    }

    @Test func childrenOfAParentOfTheSameTable() throws {
        let found = try methods(
            """
            CREATE TABLE category (id INTEGER PRIMARY KEY, parent_id INT REFERENCES category);
            CREATE TABLE product (id INTEGER PRIMARY KEY, parent_product_id INT REFERENCES product,
                twin_id INT UNIQUE REFERENCES product);
            CREATE TABLE page (id INTEGER PRIMARY KEY, parent_id INT UNIQUE REFERENCES page);
            """)
        #expect(found["Category"] == ["parent", "children"])
        #expect(found["Product"] == ["parentProduct", "twin", "childProducts", "productAsTwin"])
        #expect(found["Page"] == ["parent", "child"])
    }

    @Test func whoDidWhatToTheChildren() throws {
        let found = try methods(
            """
            CREATE TABLE user (id INTEGER PRIMARY KEY);
            CREATE TABLE ticket (id INTEGER PRIMARY KEY, user_id INT REFERENCES user, updated_by INT REFERENCES user,
                closed_by_user_id INT REFERENCES user);
            """)
        #expect(found["Ticket"] == ["user", "updatedBy", "closedByUser"])
        #expect(found["User"] == ["tickets", "ticketsUpdatedBy", "ticketsClosedByUser"])
    }

    @Test func numbersAndAbbreviationsAreNoRoles() throws {
        let found = try methods(
            """
            CREATE TABLE club (club_id INTEGER PRIMARY KEY);
            CREATE TABLE match (id INTEGER PRIMARY KEY, club_id_1 INT REFERENCES club, club_id_2 INT REFERENCES club);
            CREATE TABLE account (u_id INTEGER PRIMARY KEY);
            CREATE TABLE trust (source_u_id INT REFERENCES account, target_u_id INT REFERENCES account);
            CREATE TABLE block (floor INT UNIQUE, code INT UNIQUE);
            CREATE TABLE room (id INTEGER PRIMARY KEY, block_floor INT REFERENCES block (floor),
                block_code INT REFERENCES block (code));
            """)
        #expect(found["Match"] == ["club1", "club2"])
        #expect(found["Club"] == ["matchesAsClub1", "matchesAsClub2"])
        #expect(found["Trust"] == ["sourceAccount", "targetAccount"])
        #expect(found["Room"] == ["blockFloor", "block"])
    }

    @Test func plainNameForTheJoinTableThatIsCalledAsBoth() throws {
        let tables = """
            CREATE TABLE actor (id INTEGER PRIMARY KEY);
            CREATE TABLE film (id INTEGER PRIMARY KEY);
            CREATE TABLE likes (actor_id INT NOT NULL REFERENCES actor, film_id INT NOT NULL REFERENCES film,
                PRIMARY KEY (actor_id, film_id));
            """
        func join(_ name: String) -> String {
            """
            CREATE TABLE \(name) (actor_id INT NOT NULL REFERENCES actor, film_id INT NOT NULL REFERENCES film,
                PRIMARY KEY (actor_id, film_id));
            """
        }
        let one = try methods(tables)
        #expect(one["Actor"] == ["likes", "films"])
        let deserving = try methods(tables + join("film_actor"))
        #expect(deserving["Actor"] == ["filmActors", "likes", "films", "filmsThroughLike"])
        let rivals = try methods(tables + join("castings"))
        #expect(rivals["Actor"] == ["castings", "likes", "filmsThroughCasting", "filmsThroughLike"])
    }
}
