// The code of Documentation/FromZIM.md.
import Foundation
import ZIMDb
// snippet.model
import ZIMOrm

final class Stock: ZIMOrmModel {
    var warehouse = 0
    var item = 0
    var quantity: Int?
    override class var primaryKey: [String] { ["warehouse", "item"] }
}
// snippet.end

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
_ = FileManager.default.changeCurrentDirectoryPath(folder.path)
try Database(path: "stock.sqlite").execute(
    "CREATE TABLE Stock (warehouse INT, item INT, quantity INT, PRIMARY KEY (warehouse, item))")
let list = """
    <plist version="1.0"><dict><key>live</key><dict>
        <key>type</key><string>SQLite</string><key>database</key><string>stock.sqlite</string>
    </dict></dict></plist>
    """
try Data(list.utf8).write(to: folder.appendingPathComponent("db.plist"))

// snippet.save
try DataSource.load(propertyList: "db.plist")
let stock = Stock()
(stock.warehouse, stock.item, stock.quantity) = (1, 17, 35)
try stock.saveOrUpdate()  // ZIM's save: SELECT 1 …, then UPDATE or INSERT
// snippet.end

// snippet.dates
class Legacy: ZIMOrmModel {
    override class var dateFormat: DateFormat? { .dateTime(in: .current) }  // 2016-11-14 19:40:11
}

final class Delivery: Legacy {
    var warehouse = 0
    var number = 0
    var sent: Date?
    override class var primaryKey: [String] { ["warehouse", "number"] }
}
// snippet.end

try DataSource.named("live").execute(
    "CREATE TABLE Delivery (warehouse INT, number INT, sent DATETIME, PRIMARY KEY (warehouse, number))")
let delivery = Delivery()
(delivery.warehouse, delivery.number, delivery.sent) = (1, 1, Date())
try delivery.save()
