public import ZIMOrm

/// The protocol behind ``Reflect``, in whose extensions `Self` is the class of the call.
///
/// Only ``Reflect`` and its subclasses conform to it.
public protocol ReflectProtocol: Model {
    /// The row's number; nil until the row is inserted.
    var objectId: NSNumber? { get set }
    /// When the row was created.
    var createdAt: Date? { get set }
    /// When the row was last written.
    var updatedAt: Date? { get set }
    /// The table's name.
    static func entityName() -> String
    /// The names of the properties that are not columns.
    static func ignoredProperties() -> Set<String>
}
