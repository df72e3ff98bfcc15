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
