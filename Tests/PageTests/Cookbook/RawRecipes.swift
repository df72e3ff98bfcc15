import ZIMOrm

extension Cookbook {
    static let raw: [Recipe] = [
        Recipe("Rows of any query") { session in
            // recipe
            for row in try session.rows("SELECT code, stock FROM article WHERE stock < \(10)") {
                print(try row.get("code", as: String.self), try row.get("stock", as: Int.self))
            }
            // end
        },
        Recipe("Models of any query") { session in
            // recipe
            let best = try session.query(
                Article.self, sql: "SELECT * FROM article WHERE stock = (SELECT max(stock) FROM article)"
            ).first()
            // end
            _ = best
        },
        Recipe("A tree, by a recursive query") { session in
            // recipe
            let below = try session.query(
                Employee.self,
                sql: """
                    WITH RECURSIVE below AS (
                        SELECT * FROM employee WHERE boss = \(1)
                        UNION ALL SELECT employee.* FROM employee JOIN below ON employee.boss = below.id)
                    SELECT * FROM below
                    """
            ).all()
            // end
            _ = below
        },
        Recipe("A window function") { session in
            // recipe
            let rows = try session.rows(
                "SELECT code, quantity, rank() OVER (PARTITION BY code ORDER BY quantity DESC) FROM \(identifier: "order line")"
            )
            // end
            _ = rows
        },
        Recipe("JSON inside a column") { session in
            // recipe
            let new = try session.query(Article.self)
                .filter(.sql("EXISTS (SELECT 1 FROM json_each(article.tags) WHERE value = \("new"))")).all()
            // end
            _ = new
        },
        Recipe("A statement made at run time", "Names are quoted, values are bound.") { session in
            // recipe
            var statement = SelectStatement().column("code").column("name").from("article")
            for (column, least) in [("stock", 1), ("price", 5)] {
                statement = statement.where(column, .greaterThanOrEqualTo, least)
            }
            let rows = try session.rows(statement.orderBy("name"))
            // end
            _ = rows
        },
        Recipe("Insert from a query") { session in
            // recipe
            try session.execute(
                "INSERT INTO note (text) SELECT 'reorder ' || name FROM article WHERE stock < \(10)")
            // end
        },
        Recipe("What the database says of a table") { session in
            // recipe
            let table = try session.schema().table("order line")
            print(table?.primaryKey ?? [], table?.foreignKeys.map(\.table) ?? [])
            // end
        },
    ]
}
