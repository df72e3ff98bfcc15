import Foundation
import ZIMDb

/// What the properties of a batch's models held when their rows were read or written, one row after the other.
///
/// It is memory of its own: an array would check and count at each of the millions of times that a row is appended.
/// The batch must call ``deallocate(_:)`` once, in its deinit.
struct OriginalList {
    private var base: UnsafeMutableRawPointer?
    private(set) var count = 0
    private var capacity = 0
    /// The values of the columns whose types are not common.
    private var others: ContiguousArray<SQLValue> = []

    /// Keeps what a model's properties of common types hold; the others' values are appended beforehand.
    @inline(__always)
    mutating func append(_ model: Model, _ layout: OriginalLayout) {
        if count == capacity { move(to: capacity == 0 ? 1 : capacity == 1 ? 16 : capacity &* 2, layout.stride) }
        if let base { layout.initialize(base + count &* layout.stride, from: model) }
        count &+= 1
    }

    mutating func append(other value: SQLValue) { others.append(value) }

    /// Gives back what is not used.
    mutating func trim(_ layout: OriginalLayout) {
        if capacity > count { move(to: count, layout.stride) }
    }

    /// A large piece of memory is moved by the system page by page, without a copy. All common types may be moved as bits.
    private mutating func move(to size: Int, _ stride: Int) {
        guard size > 0 else { return }
        // Where there is no memory, Swift's own allocation says so, as everywhere.
        base = realloc(base, size &* stride) ?? .allocate(byteCount: size &* stride, alignment: 16)
        capacity = size
    }

    private func row(_ slot: UInt32, _ layout: OriginalLayout) -> UnsafeMutableRawPointer? {
        guard Int(slot) < count, let base else { return nil }
        return base + Int(slot) * layout.stride
    }

    /// Whether a property still holds what it did.
    func isUnchanged(_ position: Int, of model: Model, _ mapping: Mapping) -> Bool {
        let slot = mapping.originals.slots[position]
        if slot.kind == .other {
            let index = Int(model.slot) * mapping.originals.others.count + slot.offset
            // A value that cannot be stored is a change: writing it says what is wrong with it.
            guard index < others.count, let value = try? mapping.columns[position].field.value(of: model) else {
                return false
            }
            return value.isIdentical(to: others[index])
        }
        guard let row = row(model.slot, mapping.originals) else { return false }
        return mapping.originals.isSame(slot, row, as: model)
    }

    /// What a property held, as its column would hold it; nil if nothing is kept.
    func value(_ position: Int, of model: Model, _ mapping: Mapping) -> SQLValue? {
        let slot = mapping.originals.slots[position]
        if slot.kind == .other {
            let index = Int(model.slot) * mapping.originals.others.count + slot.offset
            return index < others.count ? others[index] : nil
        }
        guard let row = row(model.slot, mapping.originals) else { return nil }
        let (value, column) = (mapping.originals.value(slot, row), mapping.columns[position])
        // It is kept as the property holds it; its column may hold another kind.
        return column.storedKind == .other ? (try? column.field.normalized(value)) ?? value : value
    }

    /// Keeps what a property holds now, which its column would hold as a value.
    mutating func refresh(_ position: Int, of model: Model, _ mapping: Mapping, _ value: SQLValue) {
        let slot = mapping.originals.slots[position]
        if slot.kind == .other {
            let index = Int(model.slot) * mapping.originals.others.count + slot.offset
            if index < others.count { others[index] = value }
        } else if let row = row(model.slot, mapping.originals) {
            mapping.originals.assign(slot, row, from: model)
        }
    }

    /// A copy of what is kept of one model.
    func copy(_ slot: UInt32, _ mapping: Mapping) -> OriginalRow? {
        guard let row = row(slot, mapping.originals) else { return nil }
        let width = mapping.originals.others.count
        let values = others.dropFirst(Int(slot) * width).prefix(width)
        return OriginalRow(mapping, values) { mapping.originals.initialize($0, from: row) }
    }

    /// Puts a copy back.
    mutating func restore(_ copy: OriginalRow, _ slot: UInt32, _ mapping: Mapping) {
        guard let row = row(slot, mapping.originals) else { return }
        mapping.originals.deinitialize(row)
        copy.withMemory { mapping.originals.initialize(row, from: $0) }
        for (index, value) in copy.others.enumerated() { others[Int(slot) * copy.others.count + index] = value }
    }

    /// Must be called once, by the owner's deinit.
    mutating func deallocate(_ layout: OriginalLayout) {
        if let base, !layout.counted.isEmpty {
            for index in 0..<count { layout.deinitialize(base + index &* layout.stride) }
        }
        free(base)
        base = nil
        others = []
        (count, capacity) = (0, 0)
    }
}

/// The originals of one model, apart from its batch's.
final class OriginalRow {
    private let mapping: Mapping
    private let memory: UnsafeMutableRawPointer
    let others: ArraySlice<SQLValue>

    fileprivate init(
        _ mapping: Mapping, _ others: some Collection<SQLValue>, _ fill: (UnsafeMutableRawPointer) -> Void
    ) {
        self.mapping = mapping
        self.others = ArraySlice(others)
        memory = .allocate(byteCount: mapping.originals.stride, alignment: 16)
        fill(memory)
    }

    deinit {
        mapping.originals.deinitialize(memory)
        memory.deallocate()
    }

    fileprivate func withMemory(_ body: (UnsafeRawPointer) -> Void) { body(UnsafeRawPointer(memory)) }
}
