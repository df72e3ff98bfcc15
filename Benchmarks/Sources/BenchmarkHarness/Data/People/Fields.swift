import Foundation

/// The columns of `person` that are neither date nor blob. A contender's model conforms to have its digest taken.
public protocol BriefFields {
    var region: String { get }
    var number: Int { get }
    var firstName: String { get }
    var lastName: String { get }
    var email: String { get }
    var age: Int { get }
    var score: Double { get }
    var note: String? { get }
}

/// All ten columns of `person`.
public protocol PersonFields: BriefFields {
    var createdAt: Date { get }
    var avatar: Data { get }
}

/// The columns of `phone`.
public protocol PhoneFields {
    var id: Int { get }
    var personRegion: String { get }
    var personNumber: Int { get }
    var label: String { get }
    var value: String { get }
}
