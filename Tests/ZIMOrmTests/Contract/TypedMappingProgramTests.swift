import Testing
import ZIMOrm
// No Foundation: the program names Date, and one import is enough.

final class OrderLine: Model {
    var warehouse = 0, district = 0, order = 0, number = 0
    var quantity: Int?
    var delivered: Date?
    override class var table: String { "order_line" }
    override class var primaryKey: [String] { ["ol_w_id", "ol_d_id", "ol_o_id", "ol_number"] }
    override class var columns: [Column] {
        [
            Column("ol_w_id", \OrderLine.warehouse), Column("ol_d_id", \OrderLine.district),
            Column("ol_o_id", \OrderLine.order), Column("ol_number", \OrderLine.number),
            Column("ol_quantity", \OrderLine.quantity), Column("ol_delivery_d", \OrderLine.delivered),
        ]
    }
}

@Suite struct TypedMappingProgramTests {
    @Test func program() throws {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE order_line (ol_o_id INTEGER, ol_d_id INTEGER, ol_w_id INTEGER, ol_number INTEGER,
                ol_quantity INTEGER, ol_delivery_d TEXT, PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number));
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
            INSERT INTO order_line SELECT i / 10, i % 2, 1, i, i, iif(i % 5 = 0, '2026-01-02 03:04:05', NULL) FROM n;
            """)
        let open = try database.read { session in
            try session.query(OrderLine.self)
                .filter(\.warehouse == 1 && \.delivered == nil)
                .orderBy(\.district).orderBy(\.order, ascending: false)
                .limit(20).offset(40)
                .all()
        }
        #expect(open.count == 20)
        let sql = try database.read { session in
            try session.query(OrderLine.self).filter(\.warehouse == 1 && \.delivered == nil)
                .orderBy(\.district).orderBy(\.order, ascending: false).limit(20).offset(40).sql
        }
        #expect(
            sql == """
                SELECT "order_line"."ol_w_id", "order_line"."ol_d_id", "order_line"."ol_o_id", "order_line"."ol_number", \
                "order_line"."ol_quantity", "order_line"."ol_delivery_d" FROM "order_line" \
                WHERE "order_line"."ol_w_id" = ? AND "order_line"."ol_delivery_d" IS NULL \
                ORDER BY "order_line"."ol_d_id", "order_line"."ol_o_id" DESC, "order_line"."ol_w_id" DESC, "order_line"."ol_number" DESC LIMIT ? OFFSET ?
                """)
        let rows = try database.read {
            try $0.rows(
                "SELECT ol_d_id, ol_o_id FROM order_line WHERE ol_delivery_d IS NULL ORDER BY ol_d_id, ol_o_id DESC LIMIT 20 OFFSET 40"
            )
        }
        #expect(rows.map { [$0[0], $0[1]] } == open.map { [.integer(Int64($0.district)), .integer(Int64($0.order))] })
    }
}
