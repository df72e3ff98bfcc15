import ZIMOrm

/// What mistakes say. Each is thrown before anything is written.
enum Mistakes {
    static func show(_ database: Database, _ page: Page) {
        page.section("6. Mistakes say what they are")
        tell(page) { _ = try database.read { try $0.find(Order.self, 1, 5) } }
        tell(page) { _ = try database.read { try $0.query(OrderLine.self).filter("quantty > \(5)").all() } }
        tell(page) {
            try database.write { session in
                guard let payment = try session.query(History.self).first() else { return }
                payment.text = "paid twice"
                try payment.save()
            }
        }
    }

    private static func tell(_ page: Page, _ mistake: () throws -> Void) {
        do { try mistake() } catch { page.line("\(error)") }
    }
}
