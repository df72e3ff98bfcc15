/// What a key path of one component says of the property that it leads to.
///
/// Swift keeps this in the key path object and offers no function that returns it. The layout is read here and nowhere
/// else, and only after it was compared with key paths whose answer is known; on a runtime with another layout every
/// property counts as unknown and is reached through its key path.
///
/// Source: `stdlib/public/core/KeyPath.swift` (KeyPathBuffer, RawKeyPathComponent) and
/// `stdlib/public/SwiftShims/swift/shims/KeyPath.h` of Swift
enum KeyPathComponent: Equatable {
    /// A stored property of a class that nothing observes and nothing can override: its bytes from the object's start.
    case stored(offset: Int)
    /// A property that is read and written by functions: a computed or observed one, or one that may be overridden.
    case computed(kind: UInt32, id: UInt)

    /// nil for a key path of several components or with subscripts, and where the layout is not known.
    init?(_ keyPath: AnyKeyPath) {
        guard Self.isLayoutKnown else { return nil }
        self.init(reading: keyPath)
    }

    private init?(reading keyPath: AnyKeyPath) {
        let component: Self? = withExtendedLifetime(keyPath) {
            let object = UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque())
            // After the object's header and the Objective-C name: how long the components are, then the first one.
            let size = object.load(fromByteOffset: 24, as: UInt32.self) & 0xFF_FFFF
            guard size == 4 || size == 24 || size == 32 else { return nil }
            let header = object.load(fromByteOffset: 32, as: UInt32.self)
            switch (header >> 24 & 0x7F, size) {
            // A larger number would say that the offset stands elsewhere.
            case (3, 4) where header & 0x7F_FFFF <= 0x7F_FFFC: return .stored(offset: Int(header & 0x7F_FFFF))
            // One with arguments is that of a subscript.
            case (2, 24...) where header & 0x8_0000 == 0:
                return .computed(
                    kind: header & 0x30_0000, id: object.load(fromByteOffset: 40, as: UInt.self))
            default: return nil
            }
        }
        guard let component else { return nil }
        self = component
    }

    private static let isLayoutKnown: Bool = {
        guard MemoryLayout<Int>.size == 8 else { return false }
        let offsets = Dictionary(
            StoredProperties.fields(of: Known.self).map { ($0.name, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        guard let first = offsets["first"], let second = offsets["second"],
            Self(reading: \Known.first) == .stored(offset: first),
            Self(reading: \Known.second) == .stored(offset: second),
            case .computed(_, let sum)? = Self(reading: \Known.sum),
            case .computed(_, let observed)? = Self(reading: \Known.observed), sum != observed,
            Self(reading: \Known.sum) == Self(reading: \Known.sum)
        else { return false }
        return Self(reading: \Known.text.count) == nil
    }()
}

/// A class whose key paths are known beforehand.
private final class Known {
    var first: UInt8 = 0
    var second = 0.0
    var text = ""
    var observed = 0 { didSet { first = 1 } }
    var sum: Int {
        get { observed }
        set { observed = newValue }
    }
}
