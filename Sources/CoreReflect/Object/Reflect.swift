public import ZIMOrm

/// The base class of active records: objects that save, find and delete themselves.
///
/// ```swift
/// class Place: Reflect { var street = ""; var number = 0; var state = ""; var zip = 0 }
/// try Reflect.configuration(.uri("places.db"))
/// try Place.register()
/// // CREATE TABLE IF NOT EXISTS "Place" ("objectId" INTEGER PRIMARY KEY AUTOINCREMENT, "createdAt" DATE,
/// // "updatedAt" DATE, "street" TEXT NOT NULL, "number" INTEGER NOT NULL, "state" TEXT NOT NULL, "zip" INTEGER NOT NULL)
/// let place = Place()
/// place.street = "Highland Drive"
/// try place.pin()          // INSERT INTO "Place" ("createdAt", "updatedAt", "street", …) VALUES (?, ?, ?, …)
/// ```
///
/// It is a `Model`, so sessions, typed queries and relationships work with it, too. A property that holds another
/// `Reflect` object is saved with it, as the column `Place_objectId`.
///
/// ## Topics
/// ### Table
/// - ``entityName()``
/// - ``ignoredProperties()``
/// - ``referenceName(of:)``
/// - ``ReflectProtocol/register()-6hsgz``
/// ### Object
/// - ``ReflectProtocol/pin()-ohe3``
/// - ``ReflectProtocol/unPin()-2djl0``
/// ### Finding
/// - ``ReflectProtocol/findById(_:include:)-ay0r``
/// - ``ReflectProtocol/query()``
open class Reflect: Model, ReflectProtocol {
    /// The row's number, which the database generates; nil until then.
    public final var objectId: NSNumber?
    /// When the row was created, set by the first `pin()`.
    public final var createdAt: Date?
    /// When the row was last written, set by each `pin()`.
    public final var updatedAt: Date?
    /// The row that this object stands for without having been fetched, as the property of another.
    final var placeholder: Placeholder?

    /// Makes an object that is not in the database yet.
    public required init() { super.init() }

    /// The table's name; the class's own name by default.
    ///
    /// ```swift
    /// override class func entityName() -> String { "My_Table_Name" }
    /// ```
    open class func entityName() -> String { String(describing: self) }

    /// The names of the properties that are not columns.
    ///
    /// ```swift
    /// override class func ignoredProperties() -> Set<String> { ["status", "register", "value"] }
    /// ```
    ///
    /// `createdAt` and `updatedAt` can be among them, for tables that have no such columns.
    open class func ignoredProperties() -> Set<String> { [] }

    /// The prefix of the columns of a reference; nil, the default, is the name of the referenced table.
    ///
    /// ```swift
    /// override class func referenceName(of property: String) -> String? { property == "work" ? "Work" : nil }
    /// // var home = Address(), work = Address(): the columns "Address_objectId" and "Work_objectId"
    /// ```
    open class func referenceName(of property: String) -> String? { nil }

    open override class var table: String { entityName() }

    /// The names of the key's columns: `["objectId"]` by default. A class with another key has no column `objectId`.
    ///
    /// ```swift
    /// override class var primaryKey: [String] { ["region", "number"] }
    /// ```
    open override class var primaryKey: [String] { [ObjectColumn.objectId] }

    /// The name of the data source that ``configuration(_:readonly:timeZone:options:)`` sets; override it for a class
    /// in another database.
    open override class var dataSource: String { dataSourceName }

    /// The name under which the configured database is registered.
    public static let dataSourceName = "reflect"
}

/// The columns that every table has unless its class says otherwise.
enum ObjectColumn {
    static let objectId = "objectId"
    static let createdAt = "createdAt"
    static let updatedAt = "updatedAt"
    static let all = [objectId, createdAt, updatedAt]
}
