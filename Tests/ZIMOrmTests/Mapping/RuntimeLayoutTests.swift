import Testing

@testable import ZIMOrm

/// What the mapper takes for granted of Swift's runtime, compared with what the compiler says: the first tests to look at
/// with a new toolchain, or on another platform.
@Suite struct RuntimeLayoutTests {
    /// Where a property stands is what its address says.
    @Test func theRuntimeTellsNamesTypesAndPlacesOfProperties() throws {
        let sample = Sample()
        let start = UnsafeRawPointer(Unmanaged.passUnretained(sample).toOpaque())
        func place<Value>(_ property: inout Value) -> Int {
            withUnsafePointer(to: &property) { UnsafeRawPointer($0) - start }
        }
        let expected: [(String, Any.Type, Int)] = [
            ("flag", Bool.self, place(&sample.flag)), ("whole", Int?.self, place(&sample.whole)),
            ("real", Double.self, place(&sample.real)), ("text", String.self, place(&sample.text)),
        ]
        let found = StoredProperties.fields(of: Sample.self)
        let hint: Comment = """
            swift_reflectionMirror_recursiveCount, …ChildMetadata and …ChildOffset do not tell what StoredProperties.swift \
            relies on: see ReflectionMirror.swift of this version of Swift
            """
        try #require(found.map(\.name) == expected.map(\.0) + ["weakly", "fixed"], hint)
        for (property, (name, type, offset)) in zip(found, expected) {
            #expect(ObjectIdentifier(property.type) == ObjectIdentifier(type), hint)
            #expect(property.offset == offset, "\(hint): \(name)")
        }
        // Of the flags, the runtime writes as many bytes as its own type has.
        #expect(found.map(\.isStrong) == [true, true, true, true, false, true], hint)
        #expect(found.map(\.isVariable) == [true, true, true, true, true, false], hint)
    }

    @Test func aKeyPathTellsItsProperty() throws {
        let hint: Comment = """
            KeyPathComponent.swift does not know the layout of key paths of this version of Swift: every property is reached \
            through its key path, which is right and slow; see KeyPath.swift and KeyPath.h of this version
            """
        let offsets = Dictionary(
            uniqueKeysWithValues: StoredProperties.fields(of: Sample.self).map { ($0.name, $0.offset) })
        let real = try #require(KeyPathComponent(\Sample.real), hint)
        #expect(real == .stored(offset: offsets["real"] ?? -1), hint)
        #expect(KeyPathComponent(\Sample.text) == .stored(offset: offsets["text"] ?? -1), hint)
        #expect(KeyPathComponent(\Sample.text.count) == nil, hint)
    }

    /// A row of originals is copied from the object's memory.
    @Test func originalsAreReadWhereTheObjectHasThem() throws {
        let model = LayoutModel()
        (model.pk, model.flag, model.small, model.whole, model.real, model.text) = (
            7, true, -3, nil, 2.5, "some text that is long"
        )
        let mapping = try MappingRegistry.mapping(of: LayoutModel.self)
        let layout = OriginalLayout(mapping.columns)
        let row = UnsafeMutableRawPointer.allocate(byteCount: layout.stride, alignment: 16)
        defer { row.deallocate() }
        layout.initialize(row, from: model)
        defer { layout.deinitialize(row) }
        let hint: Comment = "OriginalLayout.swift copies other bytes than the properties have"
        // The others are kept as values.
        let copied = zip(mapping.columns, layout.slots).filter { $0.1.kind != .other }
        #expect(copied.count >= 4)
        for (column, slot) in copied {
            #expect(layout.isSame(slot, row, as: model), "\(hint): \(column.name)")
            #expect(try layout.value(slot, row) == column.value(of: model), "\(hint): \(column.name)")
        }
    }
}

private final class Sample {
    var flag = true
    var whole: Int? = 3
    var real = 2.5
    var text = "text"
    weak var weakly: Sample?
    let fixed = 1
}

private final class LayoutModel: Model {
    var pk = 0
    var flag = false
    var small: Int16 = 0
    var whole: Int?
    var real = 0.0
    var text = ""
}
