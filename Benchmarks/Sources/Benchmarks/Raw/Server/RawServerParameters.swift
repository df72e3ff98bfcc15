#if PostgreSQL
    import Foundation

    /// The parameters of a statement in the binary form, in memory that is used again for the next run.
    final class RawServerParameters {
        let count: Int32
        let values: UnsafeMutablePointer<UnsafePointer<CChar>?>
        let lengths: UnsafeMutablePointer<Int32>
        let formats: UnsafeMutablePointer<Int32>
        private var buffer: UnsafeMutableRawPointer
        private var capacity: Int
        private var used = 0

        init(_ count: Int, capacity: Int = 4_096) {
            self.count = Int32(count)
            self.capacity = capacity
            values = .allocate(capacity: count)
            values.initialize(repeating: nil, count: count)
            lengths = .allocate(capacity: count)
            lengths.initialize(repeating: 0, count: count)
            formats = .allocate(capacity: count)
            formats.initialize(repeating: 1, count: count)
            buffer = .allocate(byteCount: capacity, alignment: 8)
        }

        deinit {
            values.deallocate()
            lengths.deallocate()
            formats.deallocate()
            buffer.deallocate()
        }

        @inline(__always)
        func start() { used = 0 }

        /// The rows of a benchmark are far smaller than the buffer, whose size is the caller's to choose.
        @inline(__always)
        private func put(_ bytes: UnsafeRawBufferPointer, _ index: Int) {
            precondition(bytes.count <= capacity - used)
            let target = buffer + used
            if let start = bytes.baseAddress { target.copyMemory(from: start, byteCount: bytes.count) }
            values[index] = UnsafePointer(target.assumingMemoryBound(to: CChar.self))
            lengths[index] = Int32(bytes.count)
            used += bytes.count
        }

        @inline(__always)
        func text(_ text: String, _ index: Int) {
            var text = text
            text.withUTF8 { put(UnsafeRawBufferPointer($0), index) }
        }

        @inline(__always)
        func optionalText(_ text: String?, _ index: Int) {
            if let text { self.text(text, index) } else { values[index] = nil }
        }

        @inline(__always)
        func int4(_ number: Int, _ index: Int) {
            withUnsafeBytes(of: Int32(truncatingIfNeeded: number).bigEndian) { put($0, index) }
        }

        @inline(__always)
        func float8(_ number: Double, _ index: Int) {
            withUnsafeBytes(of: number.bitPattern.bigEndian) { put($0, index) }
        }

        @inline(__always)
        func timestamp(_ date: Date, _ index: Int) {
            withUnsafeBytes(of: RawServerTime.microseconds(date).bigEndian) { put($0, index) }
        }

        @inline(__always)
        func bytes(_ data: Data, _ index: Int) { data.withUnsafeBytes { put($0, index) } }

        /// A list in the binary form, which somebody has put together.
        func list(_ bytes: [UInt8], _ index: Int) { bytes.withUnsafeBytes { put($0, index) } }

        /// All ten columns of a person.
        @inline(__always)
        func person(_ person: RawServerPerson) {
            start()
            text(person.region, 0)
            int4(person.number, 1)
            text(person.firstName, 2)
            text(person.lastName, 3)
            text(person.email, 4)
            int4(person.age, 5)
            float8(person.score, 6)
            timestamp(person.createdAt, 7)
            bytes(person.avatar, 8)
            optionalText(person.note, 9)
        }
    }

    /// The server counts microseconds since 2000.
    enum RawServerTime {
        private static let epoch = 946_684_800.0

        @inline(__always)
        static func microseconds(_ date: Date) -> Int64 {
            Int64(((date.timeIntervalSince1970 - epoch) * 1_000_000).rounded())
        }

        @inline(__always)
        static func date(_ microseconds: Int64) -> Date {
            Date(timeIntervalSince1970: Double(microseconds) / 1_000_000 + epoch)
        }
    }
#endif
