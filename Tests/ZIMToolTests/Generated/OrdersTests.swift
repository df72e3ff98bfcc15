// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of orders"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func ordersRows() throws {
        try expectRows(
            Orders.self,
            sql: #"SELECT "number", "year", "tenant_id", "seller", "packer", "placed", "note" FROM "orders" WHERE "tenant_id" IS NOT NULL AND "year" IS NOT NULL AND "number" IS NOT NULL ORDER BY "tenant_id", "year", "number""#
        ) { model, row in
            try expectSame(model.number, row, 0)
            try expectSame(model.year, row, 1)
            try expectSame(model.tenantID, row, 2)
            try expectSame(model.sellerID, row, 3)
            try expectSame(model.packerID, row, 4)
            try expectSame(model.placed, row, 5, date: .dateTime)
            try expectSame(model.note, row, 6)
        }
    }

    @Test func orders_tenant() throws {
        try expectRelated(
            Orders.self, Tenant.self,
            sql: #"SELECT s."tenant_id", s."year", s."number", t."tenant_id" FROM (SELECT * FROM "orders" WHERE "tenant_id" IS NOT NULL AND "year" IS NOT NULL AND "number" IS NOT NULL ORDER BY "tenant_id", "year", "number" LIMIT 300) AS s JOIN "tenant" AS t ON t."tenant_id" = s."tenant_id""#
        ) { model in try oneOrNone { try model.tenant() } }
    }

    @Test func orders_seller() throws {
        try expectRelated(
            Orders.self, Employee.self,
            sql: #"SELECT s."tenant_id", s."year", s."number", t."employee_id" FROM (SELECT * FROM "orders" WHERE "tenant_id" IS NOT NULL AND "year" IS NOT NULL AND "number" IS NOT NULL ORDER BY "tenant_id", "year", "number" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."seller""#
        ) { model in [try model.seller()].compactMap { $0 } }
    }

    @Test func orders_packer() throws {
        try expectRelated(
            Orders.self, Employee.self,
            sql: #"SELECT s."tenant_id", s."year", s."number", t."employee_id" FROM (SELECT * FROM "orders" WHERE "tenant_id" IS NOT NULL AND "year" IS NOT NULL AND "number" IS NOT NULL ORDER BY "tenant_id", "year", "number" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."packer""#
        ) { model in [try model.packer()].compactMap { $0 } }
    }

    @Test func orders_label() throws {
        try expectRelated(
            Orders.self, Label.self,
            sql: #"SELECT s."tenant_id", s."year", s."number", t."order_number", t."order_year", t."tenant_id", t."text" FROM (SELECT * FROM "orders" WHERE "tenant_id" IS NOT NULL AND "year" IS NOT NULL AND "number" IS NOT NULL ORDER BY "tenant_id", "year", "number" LIMIT 300) AS s JOIN "label" AS t ON t."tenant_id" = s."tenant_id" AND t."order_year" = s."year" AND t."order_number" = s."number""#
        ) { model in [try model.label()].compactMap { $0 } }
    }

    @Test func orders_orderLines() throws {
        try expectRelated(
            Orders.self, OrderLine.self,
            sql: #"SELECT s."tenant_id", s."year", s."number", t."tenant_id", t."o_year", t."o_number", t."pos" FROM (SELECT * FROM "orders" WHERE "tenant_id" IS NOT NULL AND "year" IS NOT NULL AND "number" IS NOT NULL ORDER BY "tenant_id", "year", "number" LIMIT 300) AS s JOIN "order_line" AS t ON t."tenant_id" = s."tenant_id" AND t."o_year" = s."year" AND t."o_number" = s."number""#
        ) { model in try model.orderLines() }
    }
}

extension Orders: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        key.append(try Int(column: row[start + 1]).sqlValue)
        key.append(try Int(column: row[start + 2]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.tenantID.sqlValue)
        key.append(self.year.sqlValue)
        key.append(self.number.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 3 }
}
// zim:end
