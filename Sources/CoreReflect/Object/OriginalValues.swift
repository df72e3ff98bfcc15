public import ZIMOrm

extension String {
    /// The point in time that a text such as `1947-01-23 21:46:23` stands for, by the clocks of the settings' zone; nil
    /// where it is no date.
    ///
    /// ```swift
    /// user.birthday = "1947-01-23 21:46:23".date
    /// ```
    public var date: Date? { Reflect.settings.dateFormat.date(from: .text(self)) }
}

/// Whether a number that the database gave is this one: `user.objectId == id`.
public func == (objectId: NSNumber?, number: Int) -> Bool { objectId?.intValue == number }
/// Whether a number that the database gave is another one, or none.
public func != (objectId: NSNumber?, number: Int) -> Bool { objectId?.intValue != number }
