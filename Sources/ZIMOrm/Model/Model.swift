/// The base class of models; each instance is a row of a table.
///
/// ```swift
/// final class Address: Model {                       // nothing but stored properties: the table is "Address"
///     var firstName = ""
///     var lastName = ""
///     var street: String?
///     override class var primaryKey: [String] { ["firstName", "lastName"] }
/// }
/// ```
///
/// Its stored properties are the columns, found by reflection or listed in ``columns``. A model belongs to one thread
/// or task at a time, and can be sent to another.
///
/// ## Topics
/// ### Mapping
/// - ``table``
/// - ``primaryKey``
/// - ``columns``
/// - ``primaryKeyPaths``
/// - ``forms``
/// - ``ignoredProperties``
/// - ``dataSource``
/// - ``locking``
/// - ``defaultFilter``
/// - ``databaseDefaults``
/// ### Saving and loading
/// - ``save()-5v298``
/// - ``insert()-463qd``
/// - ``update()-1coq9``
/// - ``upsert()-1gnh3``
/// - ``delete()-1ym29``
/// - ``load()-3129f``
/// - ``reload()-30bzc``
/// ### Relationships
/// - ``belongsTo(_:foreignKey:references:)``
/// - ``hasOne(_:foreignKey:references:options:)``
/// - ``hasMany(_:foreignKey:references:options:)``
/// ### Relationships by key paths
/// - ``belongsTo(_:foreignKey:)``
/// - ``belongsTo(required:foreignKey:)``
/// - ``hasOne(_:foreignKey:options:)``
/// - ``hasMany(_:foreignKey:options:)``
/// - ``hasMany(_:through:foreignKey:targetForeignKey:options:)``
open class Model: Encodable {
    // Not visible outside this target, so that a class may have properties of these names, as legacy tables have columns.
    // Unchecked: read and set for every row or save, and no access lasts while the caller's code runs.

    /// Where this model came from; nil until it is loaded or saved.
    @exclusivity(unchecked) final var record: LoadBatch?
    /// This model's position among those that were loaded with it.
    @exclusivity(unchecked) final var slot: UInt32 = 0
    @exclusivity(unchecked) final var state = ModelState()
    /// An object that is notified of loading, saving and deleting; kept weakly.
    public final var delegate: (any ModelDelegate)? {
        get { state.hasDelegate ? DelegateTable.delegate(of: self) : nil }
        set { DelegateTable.set(newValue, for: self) }
    }

    /// Makes a model that is not in the database yet.
    public required init() {}

    deinit {
        record?.leave(self)
        if state.hasDelegate { DelegateTable.forget(self) }
        if state.contains(.hasAssignedSpelling) { AssignedSpellings.forget(self) }
        if state.contains(.hasParentColumns) { ParentColumns.forget(self) }
    }

    /// Writes the model by the names of its properties, with the relationships that were loaded with its query.
    ///
    /// ```swift
    /// let json = try JSONEncoder().encode(account)    // {"bank":"A","number":1,"balance":5}
    /// ```
    ///
    /// It sends no statement. Override it to write every model of the class otherwise; ``encoded(names:excluding:includesRelationships:)``
    /// chooses names and leaves properties out for one call.
    open func encode(to encoder: any Encoder) throws { try encoded().encode(to: encoder) }

    /// The table's name; the class's own name by default.
    open class var table: String { String(describing: self) }

    /// The schema that holds the table, for example an attached database; nil leaves it to the engine.
    open class var schema: String? { nil }

    /// The names of the key's columns, or of the properties that hold them, in order; `[]` for a table without a key.
    open class var primaryKey: [String] { ["pk"] }

    /// The key's properties in order:
    /// ``primaryKey`` as key paths, which the compiler checks. If the list is empty, the default, ``primaryKey``
    /// applies.
    ///
    /// ```swift
    /// override class var primaryKeyPaths: [AnyKeyPath] { [\Invoice.year, \Invoice.number] }
    /// // SELECT … FROM "Invoice" WHERE "year" = ? AND "number" = ?
    /// ```
    open class var primaryKeyPaths: [AnyKeyPath] { [] }

    /// The columns and the properties that hold them; an empty list, the default, finds them by reflection.
    open class var columns: [Column] { [] }

    /// The declared forms of columns, by the names of the columns or their properties. Only for classes without
    /// ``columns``, which declare their forms themselves.
    open class var forms: [String: ColumnForm] { [:] }

    /// The format of all `Date` properties that declare none. With nil, every format is read, and ISO 8601 in UTC is
    /// written.
    ///
    /// ```swift
    /// class Legacy: Model {  // the base class for a database with dates in local time
    ///     override class var dateFormat: DateFormat? { .dateTime(in: .current) }     // 2016-11-14 19:40:11
    /// }
    /// ```
    open class var dateFormat: DateFormat? { nil }

    /// Stored properties that are not columns; used only if the columns are found by reflection.
    open class var ignoredProperties: Set<String> { [] }

    /// The relationships that queries can refer to by name.
    open class var relationships: [Relationship] { [] }

    /// The name of the data source; "live" by default.
    open class var dataSource: String { "live" }

    /// Whether every column's property is stored and its getter is not overridden. Generated classes set this.
    ///
    /// ```swift
    /// var quantity: Int { didSet { total = nil } }
    /// override class var storesColumns: Bool { true }
    /// ```
    ///
    /// A property with observers, or one that is not final, is read by a call otherwise. With this promise it is read
    /// where it stands, when a model is written or compared, which takes a tenth of that time. It is set through its
    /// observers all the same.
    open class var storesColumns: Bool { false }

    /// Whether the database generates the keys of new rows; true by default if the key has one column.
    open class var isAutoIncremented: Bool { primaryKey.count == 1 }

    /// Whether models may be saved and deleted.
    open class var isSaveable: Bool { true }

    /// The columns, or their properties, to which an insert gives the database's default if the property is nil; empty by
    /// default, so that nil is NULL.
    ///
    /// ```swift
    /// var created: Date?
    /// override class var databaseDefaults: Set<String> { ["created"] }
    /// // INSERT INTO "note" ("tenant", "number") VALUES (?, ?) RETURNING "created"
    /// ```
    ///
    /// The property then has the value that the row got. What a trigger fills in, and what the table behind a view does, counts
    /// as a default, too. An update writes nil as NULL. A `NOT NULL` column with a default needs no entry here: NULL would be no
    /// value for it.
    open class var databaseDefaults: Set<String> { [] }

    /// What updates and deletions compare with the row, so that they do not overwrite another program's change; nothing by
    /// default. See ``Locking``.
    open class var locking: Locking { .none }

    /// A condition that every query of the class adds; nil, the default, adds none. See ``DefaultFilter``.
    ///
    /// It applies to queries, finding by key, relationships, counts and bulk changes. ``Query/unfiltered()`` and
    /// ``ZIMDb/Session/unfiltered(_:)`` remove it. Saving, deleting and reloading a model ignores it.
    open class var defaultFilter: DefaultFilter? { nil }

    /// The changed columns of a class that tracks its changes itself; nil leaves tracking to the mapper. See
    /// ``RowDecodable``.
    @_spi(Generated) open var columnChanges: ColumnChanges? {
        get { nil }
        set {}
    }

    /// Called before the row is read into this model; throwing prevents it. A class that is made from a row, as generated ones
    /// are, has its values by then: what is set here is a change.
    open func willLoad() throws {}
    /// Called when the row has been read into this model: by a query, a relationship, `load` or `reload`, and where a call saves or
    /// deletes the rows behind a relationship, see ``Dependent``; `replace` reads those that stay with them. What saving reads
    /// back is no loading, and rows that are only looked at, for their keys, have no hooks.
    ///
    /// What is set here in a column is a change, which the next save of the model writes; it is not written where a call only
    /// takes the foreign key away from the rows behind a relationship.
    open func didLoad() throws {}
    /// Called before the row is inserted or updated; throwing prevents it. Models of a list that share a statement are all
    /// called before it. What is written is what the model has changed afterwards, also where it is reloaded, merged or saved
    /// here; if its row is deleted here, an update throws ``ModelError`` with code deleted, and an insert makes it anew.
    open func willSave() throws {}
    /// Called when the row has been inserted or updated, inside the same transaction. Throwing undoes a list of several, and
    /// a call that is a transaction by itself; the row of a single model, also that of a list of one, which is saved within a
    /// session stays written unless the error leaves it.
    open func didSave() throws {}
    /// Called before the row is deleted; throwing prevents it.
    open func willDelete() throws {}
    /// Called when the row has been deleted, inside the same transaction. Throwing undoes as much as with ``didSave()``.
    open func didDelete() throws {}
}
