import Testing

@testable import ZIMOrm

@Suite(.enabled(if: LegacyFile.isPresent, LegacyFile.absence)) struct NorthwindWalkTests {
    let database: Database

    init() throws { database = try LegacyFile.northwind.open() }

    @Test func rows() throws {
        #expect(try checkRows(Northwind.Employees.self, in: database) == 9)
        #expect(try checkRows(Northwind.Categories.self, in: database) == 8)
        #expect(try checkRows(Northwind.Customers.self, in: database) == 91)
        #expect(try checkRows(Northwind.Shippers.self, in: database) == 3)
        #expect(try checkRows(Northwind.Suppliers.self, in: database) == 29)
        #expect(try checkRows(Northwind.Orders.self, in: database) == 830)
        #expect(try checkRows(Northwind.Products.self, in: database) == 77)
        #expect(try checkRows(Northwind.OrderDetails.self, in: database) == 2155)
        #expect(try checkRows(Northwind.CustomerCustomerDemo.self, in: database) == 0)
        #expect(try checkRows(Northwind.CustomerDemographics.self, in: database) == 0)
        #expect(try checkRows(Northwind.Region.self, in: database) == 4)
        #expect(try checkRows(Northwind.Territories.self, in: database) == 53)
        #expect(try checkRows(Northwind.EmployeeTerritories.self, in: database) == 49)
    }

    @Test func views() throws {
        #expect(try checkRows(Northwind.AlphabeticalListOfProducts.self, in: database) == 69)
        #expect(try checkRows(Northwind.CategorySalesFor1997.self, in: database) == 8)
        #expect(try checkRows(Northwind.CurrentProductList.self, in: database) == 69)
        #expect(try checkRows(Northwind.CustomerAndSuppliersByCity.self, in: database) == 120)
        #expect(try checkRows(Northwind.Invoices.self, in: database) == 2155)
        #expect(try checkRows(Northwind.OrderDetailsExtended.self, in: database) == 2155)
        #expect(try checkRows(Northwind.OrderSubtotals.self, in: database) == 830)
        #expect(try checkRows(Northwind.OrdersQry.self, in: database) == 830)
        #expect(try checkRows(Northwind.ProductSalesFor1997.self, in: database) == 77)
        #expect(try checkRows(Northwind.ProductsAboveAveragePrice.self, in: database) == 25)
        #expect(try checkRows(Northwind.ProductsByCategory.self, in: database) == 69)
        #expect(try checkRows(Northwind.QuarterlyOrders.self, in: database) == 86)
        #expect(try checkRows(Northwind.SalesByCategory.self, in: database) == 77)
        #expect(try checkRows(Northwind.SalesTotalsByAmount.self, in: database) == 66)
        #expect(try checkRows(Northwind.SummaryOfSalesByQuarter.self, in: database) == 809)
        #expect(try checkRows(Northwind.SummaryOfSalesByYear.self, in: database) == 809)
    }

    private func both<A: Model, B: Model>(
        _ parent: A.Type, _ child: B.Type, _ key: String, to on: String, _ count: Int, references: [String]? = nil,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let (p, c) = ("\"\(parent.table)\"", "\"\(child.table)\"")
        let down = Walk(parent, child, "\(p) s JOIN \(c) t ON t.\(key) = s.\(on)") {
            try $0.hasMany(child, foreignKey: [key], references: references)
        }
        #expect(try down.check(in: database, alone: 25) == count, sourceLocation: location)
        let up = Walk(child, parent, "\(c) s JOIN \(p) t ON s.\(key) = t.\(on)") {
            try $0.belongsTo(parent, foreignKey: [key], references: references).map { [$0] } ?? []
        }
        #expect(try up.check(in: database, alone: 25) == count, sourceLocation: location)
    }

    @Test func foreignKeys() throws {
        typealias N = Northwind
        try both(N.Customers.self, N.Orders.self, "CustomerID", to: "CustomerID", 830)
        try both(N.Employees.self, N.Orders.self, "EmployeeID", to: "EmployeeID", 830)
        try both(N.Shippers.self, N.Orders.self, "ShipVia", to: "ShipperID", 830)
        try both(N.Employees.self, N.Employees.self, "ReportsTo", to: "EmployeeID", 8)
        try both(N.Categories.self, N.Products.self, "CategoryID", to: "CategoryID", 77)
        try both(N.Suppliers.self, N.Products.self, "SupplierID", to: "SupplierID", 77)
        try both(N.Orders.self, N.OrderDetails.self, "OrderID", to: "OrderID", 2155)
        try both(N.Products.self, N.OrderDetails.self, "ProductID", to: "ProductID", 2155)
        try both(N.Region.self, N.Territories.self, "RegionID", to: "RegionID", 53)
        try both(N.Employees.self, N.EmployeeTerritories.self, "EmployeeID", to: "EmployeeID", 49)
        try both(N.Territories.self, N.EmployeeTerritories.self, "TerritoryID", to: "TerritoryID", 49)
        try both(N.Customers.self, N.CustomerCustomerDemo.self, "CustomerID", to: "CustomerID", 0)
        try both(N.CustomerDemographics.self, N.CustomerCustomerDemo.self, "CustomerTypeID", to: "CustomerTypeID", 0)
    }

    @Test func viewsAsParentsAndChildren() throws {
        typealias N = Northwind
        try both(N.Orders.self, N.OrderSubtotals.self, "OrderID", to: "OrderID", 830)
        try both(N.Products.self, N.AlphabeticalListOfProducts.self, "ProductID", to: "ProductID", 69)
        try both(N.OrderSubtotals.self, N.OrderDetails.self, "OrderID", to: "OrderID", 2155, references: ["OrderID"])
    }

    @Test func through() throws {
        typealias N = Northwind
        let products = Walk(
            N.Orders.self, N.Products.self,
            "Orders s JOIN \"Order Details\" j ON j.OrderID = s.OrderID JOIN Products t ON t.ProductID = j.ProductID"
        ) {
            try $0.hasMany(
                N.Products.self, through: N.OrderDetails.self, foreignKey: ["OrderID"], targetForeignKey: ["ProductID"])
        }
        #expect(try products.check(in: database) == 2155)
        let territories = Walk(
            N.Employees.self, N.Territories.self,
            """
            Employees s JOIN EmployeeTerritories j ON j.EmployeeID = s.EmployeeID
            JOIN Territories t ON t.TerritoryID = j.TerritoryID
            """
        ) {
            try $0.hasMany(
                N.Territories.self, through: N.EmployeeTerritories.self, foreignKey: ["EmployeeID"],
                targetForeignKey: ["TerritoryID"])
        }
        #expect(try territories.check(in: database) == 49)
        let customers = Walk(
            N.Customers.self, N.CustomerDemographics.self,
            """
            Customers s JOIN CustomerCustomerDemo j ON j.CustomerID = s.CustomerID
            JOIN CustomerDemographics t ON t.CustomerTypeID = j.CustomerTypeID
            """
        ) {
            try $0.hasMany(
                N.CustomerDemographics.self, through: N.CustomerCustomerDemo.self, foreignKey: ["CustomerID"],
                targetForeignKey: ["CustomerTypeID"])
        }
        #expect(try customers.check(in: database) == 0)
    }

    @Test func joinRowsWithColumnsOfTheirOwn() throws {
        try database.read { session in
            var total = 0.0
            try expectStatements(2, database) {
                for order in try session.query(Northwind.Orders.self).all() {
                    let linked = try order.hasManyLinked(
                        Northwind.Products.self, through: Northwind.OrderDetails.self, foreignKey: ["OrderID"],
                        targetForeignKey: ["ProductID"])
                    for (product, detail) in linked {
                        #expect(product.ProductID == detail.ProductID && order.OrderID == detail.OrderID)
                        total += detail.UnitPrice * Double(detail.Quantity)
                    }
                }
            }
            let expected = try session.value("SELECT sum(UnitPrice * Quantity) FROM \"Order Details\"", as: Double.self)
            #expect(abs(total - (expected ?? 0)) < 0.01)
        }
    }
}
