import ZIMOrm

/// What is known of an object that stands for a row which was not fetched.
struct Placeholder {
    /// The key of the row, in the order of its class's key.
    var key: [SQLValue]
    /// What the object's own key says meanwhile: nil for a number, which only fetching sets.
    var shown: [SQLValue]
    /// What the columns held when the object was made, to tell whether somebody has set one since.
    var before: [SQLValue]
    /// Whether the foreign key was not read at all, so that nobody knows whether there is a row.
    var isUnread = false

    /// Whether it stands for a row at all: a foreign key with NULL in it points to none.
    var isReference: Bool { !key.contains(where: \.isNull) }
}

extension Reflect {
    /// Whether the class's key is the number that the database gives.
    static func isNumbered(_ mapping: Mapping) -> Bool { mapping.keyNames == [ObjectColumn.objectId] }

    /// Makes this object stand for the row with a key that is not known yet, or is not read at all.
    final func beginPlaceholder(parts: Int, isUnread: Bool = false) throws {
        let mapping = try MappingRegistry.mapping(of: type(of: self))
        placeholder = Placeholder(
            key: Array(repeating: .null, count: parts), shown: try mapping.keyValues(of: self),
            before: try mapping.storedValues(of: self), isUnread: isUnread)
    }

    /// Sets a part of the key of the row that this object stands for.
    final func setPlaceholderKey(_ value: SQLValue, part: Int) throws {
        guard var known = placeholder, part < known.key.count else { return }
        known.key[part] = value
        let mapping = try MappingRegistry.mapping(of: type(of: self))
        // A number stays nil until its row is fetched; a key of the class's own has nothing to say that with.
        if !value.isNull, !Reflect.isNumbered(mapping), part < mapping.key.count {
            try mapping.assign(value, to: mapping.key[part], of: self)
            known.shown = try mapping.keyValues(of: self)
        }
        placeholder = known
    }

    /// The key by which another object's row refers to this one's.
    final func referenceKey() throws -> [SQLValue] {
        let key = try currentMapping().keyValues(of: self)
        // One that was given another key by hand stands for that row.
        guard let placeholder, placeholder.shown == key else { return key }
        return placeholder.key
    }

    /// Whether this object stands for a row that was not fetched.
    final var isUnfetched: Bool {
        guard !isLoaded, let placeholder, placeholder.isReference || placeholder.isUnread else { return false }
        return (try? currentMapping().keyValues(of: self)) == placeholder.shown
    }

    /// Whether a property that is no part of the key was set since this object was made to stand for a row.
    final func isTouched() throws -> Bool {
        guard let placeholder else { return false }
        let mapping = try currentMapping()
        return zip(placeholder.before, try mapping.storedValues(of: self)).enumerated().contains { index, pair in
            !mapping.key.contains(index) && pair.0 != pair.1
        }
    }

    /// The key values of the row that this object stands for, even if it was not fetched; nil for a new object.
    ///
    /// ```swift
    /// let user = try User.findById(2)
    /// print(user?.address.objectId, user?.address.reference)      // nil, Optional([1])
    /// try user?.address.fetch()
    /// ```
    public final var reference: [SQLValue]? {
        _ = isLoaded
        guard let key = try? referenceKey(), !key.isEmpty, !key.contains(where: \.isNull) else { return nil }
        return key
    }
}
