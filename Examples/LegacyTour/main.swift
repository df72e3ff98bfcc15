// A walk through a database that was there before the program. Run it with scripts/run; `scripts/run --save tour.sqlite`
// writes the database to a file instead, for `zim browse tour.sqlite`.
import Foundation
import ZIMOrm

do {
    let database = try LegacyDatabase.make()
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--save" {
        let path = CommandLine.arguments[2]
        try database.withoutTransaction { try $0.execute(VacuumStatement().into(path)) }
        print("saved as \(path)")
        exit(0)
    }
    let page = Page(watching: database)
    page.title("ZIM on a database that was there before: the nine tables of TPC-C, on SQLite")
    page.line(
        "Beside each call stands the SQL that it sent: … is a list of columns, columns stand without their table.")

    page.section("1. A class says where its columns are; a method of it follows a foreign key, in the order of the key")
    page.line(
        "CREATE TABLE order_line … FOREIGN KEY (ol_o_id, ol_d_id, ol_w_id) REFERENCES orders (o_id, o_d_id, o_w_id)")
    page.line(
        #"func order() throws -> Order? { try belongsTo(Order.self, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"]) }"#)

    try Walk.down(database, page)
    try Walk.up(database, page)
    try Ordering.succeed(database, page)
    try Ordering.fail(database, page)
    Mistakes.show(database, page)
} catch {
    print("The tour failed: \(error)")
    exit(1)
}
