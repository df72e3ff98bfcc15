import ZIMOrm

extension Cookbook {
    static let writing: [Recipe] = [
        Recipe("Insert a row with a key of your own") { session in
            // recipe
            let order = Order()
            (order.year, order.number, order.seller) = (1999, 2, 1)
            try session.save(order)
            // end
        },
        Recipe("Insert a row whose key the database gives") { session in
            // recipe
            let note = Note()
            note.text = "call Miller"
            try session.save(note)
            print(note.id as Any)  // Optional(1)
            // end
        },
        Recipe("Insert many rows") { session in
            // recipe
            let lines = (3...5).map { position in
                let line = OrderLine()
                (line.year, line.number, line.pos) = (1998, 7, position)
                return line
            }
            try session.save(lines)
            // end
        },
        Recipe("Change a row", "Only what changed is written.") { session in
            // recipe
            let article = try session.find(Article.self, "C-1")
            article?.stock -= 4
            try article?.save()
            // end
        },
        Recipe("Change a row without loading it", "No other writer's change is lost.") {
            session in
            // recipe
            let changed = try session.query(Article.self).filter(\.code == "C-1" && \.stock >= 4)
                .update(.set(\.stock, to: .name("stock") - 4))
            // end
            _ = changed
        },
        Recipe("Change many rows") { session in
            // recipe
            let changed = try session.query(Order.self).filter(\.seller == nil).update(.set(\.seller, 1))
            // end
            _ = changed
        },
        Recipe("Change a row's key") { session in
            // recipe
            let line = try session.find(OrderLine.self, 1998, 7, 2)
            line?.pos = 9
            try line?.save()
            // end
        },
        Recipe("Insert or update by the key") { session in
            // recipe
            let article = Article()
            (article.code, article.name, article.stock) = ("C-1", "punched cards", 50)
            try session.upsert(article)
            // end
        },
        Recipe("Insert or update by another unique column", "The row that exists keeps its key.") { session in
            // recipe
            let customer = Customer()
            (customer.region, customer.number) = ("north", 9)
            (customer.name, customer.email) = ("Miller & Sons", "miller@example.org")
            try session.upsert(customer, on: ["email"], updating: ["name"])
            // end
        },
        Recipe("Delete a row") { session in
            // recipe
            try session.find(OrderLine.self, 1998, 7, 2)?.delete()
            // end
        },
        Recipe("Delete rows by their keys") { session in
            // recipe
            let deleted = try session.delete(OrderLine.self, keys: [[1998, 7, 1], [1998, 7, 2]])
            // end
            _ = deleted
        },
        Recipe("Delete rows by a condition") { session in
            // recipe
            let deleted = try session.query(OrderLine.self).filter(\.year < 1999).delete()
            // end
            _ = deleted
        },
        Recipe("Insert rows that need no model", "COPY on PostgreSQL.") { session in
            // recipe
            let rows = (1...2).map { [.text("N-\($0)"), "new", 0] as [SQLValue] }
            try session.bulkInsert(into: "article", columns: ["code", "name", "stock"], rows: rows)
            // end
        },
    ]
}
