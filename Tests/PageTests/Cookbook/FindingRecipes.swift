import Foundation
import ZIMOrm

extension Cookbook {
    static let finding: [Recipe] = [
        Recipe("Find a row by its composite key", "The values stand in the order of `primaryKey`.") { session in
            // recipe
            let order = try session.find(Order.self, 1998, 7)
            // end
            _ = order
        },
        Recipe(database: "Find one row without a session", "Each such call is a transaction of its own.") { database in
            // recipe
            let order = try database.find(Order.self, 1998, 7)
            let count = try database.query(Order.self) { try $0.filter(\.year == 1998).count() }
            // end
            _ = (order, count)
        },
        Recipe("Find many rows by their keys", "One statement, in the order of the keys.") { session in
            // recipe
            let orders = try session.find(Order.self, keys: [[1999, 1], [1998, 7]])
            // end
            _ = orders
        },
        Recipe("Filter by a property") { session in
            // recipe
            let orders = try session.query(Order.self).filter(\.year == 1998).all()
            // end
            _ = orders
        },
        Recipe("Combine conditions") { session in
            // recipe
            let articles = try session.query(Article.self)
                .filter(\.stock > 0 && (\.name == "tape" || \.code != "C-1")).all()
            // end
            _ = articles
        },
        Recipe("Find rows without a value") { session in
            // recipe
            let unsold = try session.query(Order.self).filter(\.seller == nil).all()
            // end
            _ = unsold
        },
        Recipe("One of a list") { session in
            // recipe
            let some = try session.query(Article.self).filter(.in(\.code, ["C-1", "T-9"])).all()
            // end
            _ = some
        },
        Recipe("Between two values") { session in
            // recipe
            let some = try session.query(Article.self).filter(.between(\.stock, 1, 10)).all()
            // end
            _ = some
        },
        Recipe(
            "Search in a text",
            "`contains`, `beginsWith` and `endsWith` tell capitals apart, unless they get `ignoresCase: true`; `%` has no meaning."
        ) {
            session in
            // recipe
            let some = try session.query(Customer.self).filter(.beginsWith(\.name, "Mac")).all()
            // end
            _ = some
        },
        Recipe("A condition as text", "Names are properties or columns. What is interpolated is bound, in quotes too.")
        { session in
            // recipe
            let name = "O'Brien"
            let some = try session.query(Customer.self).filter("name = \(name) OR email ENDSWITH \("@example.org")")
                .all()
            // end
            _ = some
        },
        Recipe("Compare two columns") { session in
            // recipe
            let some = try session.query(OrderLine.self).filter(\.pos < \.quantity).all()
            // end
            _ = some
        },
        Recipe("A condition that only SQL can say") { session in
            // recipe
            let some = try session.query(Article.self).filter(.sql("length(name) > \(5)")).all()
            // end
            _ = some
        },
        Recipe("Whether there is one") { session in
            // recipe
            let isSoldOut = try session.query(Article.self).filter(\.stock == 0).exists()
            // end
            _ = isSoldOut
        },
        Recipe("Find a date", "The property's form says how the column stores it.") { session in
            // recipe
            let day = try Date("2000-01-01T00:00:00Z", strategy: .iso8601)
            let recent = try session.query(Customer.self).filter(\.since > day).all()
            // end
            _ = recent
        },
    ]
}
