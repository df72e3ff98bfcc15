import Foundation

@testable import ZIMOrm

/// Northwind's tables and views as classes; the names of views and of one table have spaces.
enum Northwind {
    final class Employees: Model {
        var EmployeeID = 0
        var LastName = ""
        var FirstName = ""
        var Title: String?
        var TitleOfCourtesy: String?
        var BirthDate: Date?
        var HireDate: Date?
        var Address: String?
        var City: String?
        var Region: String?
        var PostalCode: String?
        var Country: String?
        var HomePhone: String?
        var Extension: String?
        var Photo: Data?
        var Notes: String?
        var ReportsTo: Int?
        var PhotoPath: String?
        override class var primaryKey: [String] { ["EmployeeID"] }
    }
    final class Categories: Model {
        var CategoryID = 0
        var CategoryName = ""
        var Description: String?
        var Picture: Data?
        override class var primaryKey: [String] { ["CategoryID"] }
    }
    final class Customers: Model {
        var CustomerID = ""
        var CompanyName = ""
        var ContactName: String?
        var ContactTitle: String?
        var Address: String?
        var City: String?
        var Region: String?
        var PostalCode: String?
        var Country: String?
        var Phone: String?
        var Fax: String?
        override class var primaryKey: [String] { ["CustomerID"] }
    }
    final class Shippers: Model {
        var ShipperID = 0
        var CompanyName = ""
        var Phone: String?
        override class var primaryKey: [String] { ["ShipperID"] }
    }
    final class Suppliers: Model {
        var SupplierID = 0
        var CompanyName = ""
        var ContactName: String?
        var ContactTitle: String?
        var Address: String?
        var City: String?
        var Region: String?
        var PostalCode: String?
        var Country: String?
        var Phone: String?
        var Fax: String?
        var HomePage: String?
        override class var primaryKey: [String] { ["SupplierID"] }
    }
    final class Orders: Model {
        var OrderID = 0
        var CustomerID: String?
        var EmployeeID: Int?
        var OrderDate: Date?
        var RequiredDate: Date?
        var ShippedDate: Date?
        var ShipVia: Int?
        var Freight: Double?
        var ShipName: String?
        var ShipAddress: String?
        var ShipCity: String?
        var ShipRegion: String?
        var ShipPostalCode: String?
        var ShipCountry: String?
        override class var primaryKey: [String] { ["OrderID"] }
    }
    final class Products: Model {
        var ProductID = 0
        var ProductName = ""
        var SupplierID: Int?
        var CategoryID: Int?
        var QuantityPerUnit: String?
        var UnitPrice: Double?
        var UnitsInStock: Int?
        var UnitsOnOrder: Int?
        var ReorderLevel: Int?
        var Discontinued = 0
        override class var primaryKey: [String] { ["ProductID"] }
    }
    final class OrderDetails: Model {
        var OrderID = 0
        var ProductID = 0
        var UnitPrice = 0.0
        var Quantity = 0
        var Discount = 0.0
        override class var table: String { "Order Details" }
        override class var primaryKey: [String] { ["OrderID", "ProductID"] }
    }
    final class CustomerCustomerDemo: Model {
        var CustomerID = ""
        var CustomerTypeID = ""
        override class var primaryKey: [String] { ["CustomerID", "CustomerTypeID"] }
    }
    final class CustomerDemographics: Model {
        var CustomerTypeID = ""
        var CustomerDesc: String?
        override class var primaryKey: [String] { ["CustomerTypeID"] }
    }
    final class Region: Model {
        var RegionID = 0
        var RegionDescription = ""
        override class var primaryKey: [String] { ["RegionID"] }
    }
    final class Territories: Model {
        var TerritoryID = ""
        var TerritoryDescription = ""
        var RegionID = 0
        override class var primaryKey: [String] { ["TerritoryID"] }
    }
    final class EmployeeTerritories: Model {
        var EmployeeID = 0
        var TerritoryID = ""
        override class var primaryKey: [String] { ["EmployeeID", "TerritoryID"] }
    }
    final class AlphabeticalListOfProducts: Model {
        var ProductID: Int?
        var ProductName: String?
        var SupplierID: Int?
        var CategoryID: Int?
        var QuantityPerUnit: String?
        var UnitPrice: Double?
        var UnitsInStock: Int?
        var UnitsOnOrder: Int?
        var ReorderLevel: Int?
        var Discontinued: Int?
        var CategoryName: String?
        override class var table: String { "Alphabetical list of products" }
        override class var primaryKey: [String] { [] }
    }
    final class CategorySalesFor1997: Model {
        var CategoryName: String?
        var CategorySales: Double?
        override class var table: String { "Category Sales for 1997" }
        override class var primaryKey: [String] { [] }
    }
    final class CurrentProductList: Model {
        var ProductID: Int?
        var ProductName: String?
        override class var table: String { "Current Product List" }
        override class var primaryKey: [String] { [] }
    }
    final class CustomerAndSuppliersByCity: Model {
        var City: String?
        var CompanyName: String?
        var ContactName: String?
        var Relationship: String?
        override class var table: String { "Customer and Suppliers by City" }
        override class var primaryKey: [String] { [] }
    }
    final class Invoices: Model {
        var ShipName: String?
        var ShipAddress: String?
        var ShipCity: String?
        var ShipRegion: String?
        var ShipPostalCode: String?
        var ShipCountry: String?
        var CustomerID: String?
        var CustomerName: String?
        var Address: String?
        var City: String?
        var Region: String?
        var PostalCode: String?
        var Country: String?
        var Salesperson: String?
        var OrderID: Int?
        var OrderDate: Date?
        var RequiredDate: Date?
        var ShippedDate: Date?
        var ShipperName: String?
        var ProductID: Int?
        var ProductName: String?
        var UnitPrice: Double?
        var Quantity: Int?
        var Discount: Double?
        var ExtendedPrice: Double?
        var Freight: Double?
        override class var primaryKey: [String] { [] }
        override class var columns: [Column] {
            [
                Column("ShipName", \Invoices.ShipName),
                Column("ShipAddress", \Invoices.ShipAddress),
                Column("ShipCity", \Invoices.ShipCity),
                Column("ShipRegion", \Invoices.ShipRegion),
                Column("ShipPostalCode", \Invoices.ShipPostalCode),
                Column("ShipCountry", \Invoices.ShipCountry),
                Column("CustomerID:1", \Invoices.CustomerID),
                Column("CustomerName", \Invoices.CustomerName),
                Column("Address:1", \Invoices.Address),
                Column("City:1", \Invoices.City),
                Column("Region:1", \Invoices.Region),
                Column("PostalCode:1", \Invoices.PostalCode),
                Column("Country:1", \Invoices.Country),
                Column("Salesperson", \Invoices.Salesperson),
                Column("OrderID", \Invoices.OrderID),
                Column("OrderDate", \Invoices.OrderDate),
                Column("RequiredDate", \Invoices.RequiredDate),
                Column("ShippedDate", \Invoices.ShippedDate),
                Column("ShipperName", \Invoices.ShipperName),
                Column("ProductID:1", \Invoices.ProductID),
                Column("ProductName", \Invoices.ProductName),
                Column("UnitPrice:1", \Invoices.UnitPrice),
                Column("Quantity", \Invoices.Quantity),
                Column("Discount", \Invoices.Discount),
                Column("ExtendedPrice", \Invoices.ExtendedPrice),
                Column("Freight", \Invoices.Freight),
            ]
        }
    }
    final class OrderDetailsExtended: Model {
        var OrderID: Int?
        var ProductID: Int?
        var ProductName: String?
        var UnitPrice: Double?
        var Quantity: Int?
        var Discount: Double?
        var ExtendedPrice: Double?
        override class var table: String { "Order Details Extended" }
        override class var primaryKey: [String] { [] }
    }
    final class OrderSubtotals: Model {
        var OrderID: Int?
        var Subtotal: Double?
        override class var table: String { "Order Subtotals" }
        override class var primaryKey: [String] { [] }
    }
    final class OrdersQry: Model {
        var OrderID: Int?
        var CustomerID: String?
        var EmployeeID: Int?
        var OrderDate: Date?
        var RequiredDate: Date?
        var ShippedDate: Date?
        var ShipVia: Int?
        var Freight: Double?
        var ShipName: String?
        var ShipAddress: String?
        var ShipCity: String?
        var ShipRegion: String?
        var ShipPostalCode: String?
        var ShipCountry: String?
        var CompanyName: String?
        var Address: String?
        var City: String?
        var Region: String?
        var PostalCode: String?
        var Country: String?
        override class var table: String { "Orders Qry" }
        override class var primaryKey: [String] { [] }
    }
    final class ProductSalesFor1997: Model {
        var CategoryName: String?
        var ProductName: String?
        var ProductSales: Double?
        override class var table: String { "Product Sales for 1997" }
        override class var primaryKey: [String] { [] }
    }
    final class ProductsAboveAveragePrice: Model {
        var ProductName: String?
        var UnitPrice: Double?
        override class var table: String { "Products Above Average Price" }
        override class var primaryKey: [String] { [] }
    }
    final class ProductsByCategory: Model {
        var CategoryName: String?
        var ProductName: String?
        var QuantityPerUnit: String?
        var UnitsInStock: Int?
        var Discontinued: Int?
        override class var table: String { "Products by Category" }
        override class var primaryKey: [String] { [] }
    }
    final class QuarterlyOrders: Model {
        var CustomerID: String?
        var CompanyName: String?
        var City: String?
        var Country: String?
        override class var table: String { "Quarterly Orders" }
        override class var primaryKey: [String] { [] }
    }
    final class SalesTotalsByAmount: Model {
        var SaleAmount: Double?
        var OrderID: Int?
        var CompanyName: String?
        var ShippedDate: Date?
        override class var table: String { "Sales Totals by Amount" }
        override class var primaryKey: [String] { [] }
    }
    final class SalesByCategory: Model {
        var CategoryID: Int?
        var CategoryName: String?
        var ProductName: String?
        var ProductSales: Double?
        override class var table: String { "Sales by Category" }
        override class var primaryKey: [String] { [] }
    }
    final class SummaryOfSalesByQuarter: Model {
        var ShippedDate: Date?
        var OrderID: Int?
        var Subtotal: Double?
        override class var table: String { "Summary of Sales by Quarter" }
        override class var primaryKey: [String] { [] }
    }
    final class SummaryOfSalesByYear: Model {
        var ShippedDate: Date?
        var OrderID: Int?
        var Subtotal: Double?
        override class var table: String { "Summary of Sales by Year" }
        override class var primaryKey: [String] { [] }
    }
}
