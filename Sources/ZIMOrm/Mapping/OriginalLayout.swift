import Foundation
import ZIMDb

/// Where the original values of one row stand: computed once for each mapping.
///
/// Common types lie in one piece of memory, in the order of the object's properties, so that those without references
/// are copied in runs. The others are kept as the values that their columns hold.
final class OriginalLayout: Sendable {
    struct Slot: Sendable {
        let kind: FieldKind
        /// Where the property stands in the object.
        let property: Int
        /// Where its original stands in the row; for a type that is not common, its position among those.
        let offset: Int
    }

    /// Properties that follow each other in the object as in the row.
    struct Run: Sendable {
        var property: Int
        var offset: Int
        var count: Int
    }

    /// By column.
    let slots: ContiguousArray<Slot>
    /// The columns whose originals are values.
    let others: ContiguousArray<Int>
    let runs: ContiguousArray<Run>
    /// Those that share storage with the property.
    let counted: ContiguousArray<Slot>
    /// The bytes of a row.
    let stride: Int

    init(_ columns: [MappedColumn]) {
        var slots = columns.map { Slot(kind: $0.kind, property: $0.offset, offset: 0) }
        var (runs, counted) = (ContiguousArray<Run>(), ContiguousArray<Slot>())
        var end = 0
        let common = columns.indices.filter { columns[$0].kind != .other }.sorted {
            columns[$0].offset < columns[$1].offset
        }
        for index in common {
            let column = columns[index]
            guard let memory = column.kind.accept(Memory()) else { continue }
            end = (end + memory.alignment - 1) / memory.alignment * memory.alignment
            let slot = Slot(kind: column.kind, property: column.offset, offset: end)
            slots[index] = slot
            if memory.isCounted {
                counted.append(slot)
            } else if let last = runs.last, column.offset - last.property == end - last.offset,
                end - last.offset - last.count < memory.alignment
            {
                runs[runs.count - 1].count = end - last.offset + memory.size
            } else {
                runs.append(Run(property: column.offset, offset: end, count: memory.size))
            }
            end += memory.size
        }
        others = ContiguousArray(columns.indices.filter { columns[$0].kind == .other })
        for (index, position) in others.enumerated() {
            slots[position] = Slot(kind: .other, property: 0, offset: index)
        }
        self.slots = ContiguousArray(slots)
        self.runs = runs
        self.counted = counted
        stride = Swift.max(16, (end + 15) / 16 * 16)
    }

    private struct Memory: FieldKindVisitor {
        func visit<Value: OriginalValue>(_ type: Value.Type) -> (size: Int, alignment: Int, isCounted: Bool) {
            (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment, !_isPOD(type))
        }
    }
}

/// What is done with the originals in one row's memory.
extension OriginalLayout {
    /// Fills memory that holds nothing with what a model's properties hold.
    @inline(__always)
    func initialize(_ row: UnsafeMutableRawPointer, from model: Model) {
        let object = UnsafeRawPointer(model.objectAddress)
        // By index: an iterator would retain the array for each row.
        for index in runs.indices {
            let run = runs[index]
            memcpy(row + run.offset, object + run.property, run.count)
        }
        for index in counted.indices {
            let slot = counted[index]
            _ = slot.kind.accept(Initialize(target: row + slot.offset, source: object + slot.property))
        }
    }

    /// Fills memory that holds nothing with another row's originals.
    func initialize(_ row: UnsafeMutableRawPointer, from other: UnsafeRawPointer) {
        memcpy(row, other, stride)
        for slot in counted { _ = slot.kind.accept(Initialize(target: row + slot.offset, source: other + slot.offset)) }
    }

    @inline(__always)
    func deinitialize(_ row: UnsafeMutableRawPointer) {
        for index in counted.indices {
            let slot = counted[index]
            _ = slot.kind.accept(Deinitialize(address: row + slot.offset))
        }
    }

    /// Takes over what a property holds now.
    func assign(_ slot: Slot, _ row: UnsafeMutableRawPointer, from model: Model) {
        let object = UnsafeRawPointer(model.objectAddress)
        _ = slot.kind.accept(Assign(target: row + slot.offset, source: object + slot.property))
    }

    func isSame(_ slot: Slot, _ row: UnsafeRawPointer, as model: Model) -> Bool {
        let object = UnsafeRawPointer(model.objectAddress)
        return slot.kind.accept(Compare(left: row + slot.offset, right: object + slot.property)) ?? false
    }

    /// The original as its column holds it.
    func value(_ slot: Slot, _ row: UnsafeRawPointer) -> SQLValue {
        slot.kind.accept(Encode(address: row + slot.offset)) ?? .null
    }
}

// The addresses come from a layout, which has the type of each.

private struct Initialize: FieldKindVisitor {
    let target: UnsafeMutableRawPointer
    let source: UnsafeRawPointer
    @inline(__always)
    func visit<Value: OriginalValue>(_ type: Value.Type) {
        target.initializeMemory(as: Value.self, to: source.assumingMemoryBound(to: Value.self).pointee)
    }
}

private struct Deinitialize: FieldKindVisitor {
    let address: UnsafeMutableRawPointer
    @inline(__always)
    func visit<Value: OriginalValue>(_ type: Value.Type) {
        address.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }
}

private struct Assign: FieldKindVisitor {
    let target: UnsafeMutableRawPointer
    let source: UnsafeRawPointer
    func visit<Value: OriginalValue>(_ type: Value.Type) {
        target.assumingMemoryBound(to: Value.self).pointee = source.assumingMemoryBound(to: Value.self).pointee
    }
}

private struct Compare: FieldKindVisitor {
    let left: UnsafeRawPointer
    let right: UnsafeRawPointer
    @inline(__always)
    func visit<Value: OriginalValue>(_ type: Value.Type) -> Bool {
        // The same bits, of text and bytes the same storage, need no second look.
        memcmp(left, right, MemoryLayout<Value>.size) == 0
            || Value.isSame(
                left.assumingMemoryBound(to: Value.self).pointee, right.assumingMemoryBound(to: Value.self).pointee)
    }
}

private struct Encode: FieldKindVisitor {
    let address: UnsafeRawPointer
    func visit<Value: OriginalValue>(_ type: Value.Type) -> SQLValue {
        address.assumingMemoryBound(to: Value.self).pointee.sqlValue
    }
}
