public import ZIMOrm

/// What ``Reflect`` is to its extensions, in which `Self` is the class that a call was made on.
///
/// Only ``Reflect`` and its subclasses conform to it.
public protocol ReflectProtocol: Model {
    /// The row's number; nil until it is in the database.
    var objectId: NSNumber? { get set }
    /// When the row was made.
    var createdAt: Date? { get set }
    /// When the row was written last.
    var updatedAt: Date? { get set }
    /// The table's name.
    static func entityName() -> String
    /// The names of the properties that are no columns.
    static func ignoredProperties() -> Set<String>
}
