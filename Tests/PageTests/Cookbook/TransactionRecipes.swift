import ZIMOrm

extension Cookbook {
    private struct SoldOut: Error {}

    static let transactions: [Recipe] = [
        Recipe(database: "Several changes or none", showsTransactions: true) { database in
            // recipe
            try? database.write { session in
                let article = try session.find(Article.self, "R-2")
                article?.stock -= 9
                try article?.save()
                if let stock = article?.stock, stock < 0 { throw SoldOut() }
            }
            // end
        },
        Recipe(
            database: "Try a part of a transaction", "A savepoint: what failed is undone, the rest stays.",
            showsTransactions: true
        ) { database in
            // recipe
            try database.write { session in
                try session.query(Article.self).filter(\.code == "T-9").update(.set(\.stock, 5))
                do {
                    try session.transaction { session in
                        try session.execute("INSERT INTO article (code, name) VALUES (\("C-1"), \("again"))")
                    }
                } catch let error as DatabaseError where error.constraint?.kind == .primaryKey {
                    print("there already")
                }
            }
            // end
        },
        Recipe(database: "Read what agrees", "One snapshot: no commit comes between the two.", showsTransactions: true)
        {
            database in
            // recipe
            let (orders, lines) = try database.read { session in
                (try session.query(Order.self).count(), try session.query(OrderLine.self).count())
            }
            // end
            _ = (orders, lines)
        },
        Recipe(database: "A statement that cannot run in a transaction") { database in
            // recipe
            _ = try database.withoutTransaction { try $0.execute("VACUUM") }
            // end
        },
    ]
}
