public import ZIMOrm

extension String {
    /// The date of a text such as `1947-01-23 21:46:23` in the time zone of the settings; nil if it is not a date.
    ///
    /// ```swift
    /// user.birthday = "1947-01-23 21:46:23".date
    /// ```
    public var date: Date? { Reflect.settings.dateFormat.date(from: .text(self)) }
}

/// Compares an object's number: `user.objectId == id`.
public func == (objectId: NSNumber?, number: Int) -> Bool { objectId?.intValue == number }
/// Whether an object has another number, or none.
public func != (objectId: NSNumber?, number: Int) -> Bool { objectId?.intValue != number }
