#if MySQL
    /// Memory that values are written into one after the other, and that is used again for the next ones.
    ///
    /// An array would check its owner and its bounds at each of the millions of times that a value is appended.
    struct MySQLBytes: ~Copyable {
        private(set) var base: UnsafeMutableRawPointer
        private(set) var count = 0
        private var capacity: Int

        init() {
            capacity = 256
            base = .allocate(byteCount: capacity, alignment: 16)
        }

        deinit { base.deallocate() }

        /// Forgets what was written; memory that was needed once only is given back.
        mutating func removeAll(keeping most: Int) {
            count = 0
            if capacity > most { resize(to: 256) }
        }

        /// Makes room for so many bytes.
        ///
        /// - Returns: where they begin; the address is valid until more room is made.
        @inline(__always)
        mutating func extend(by size: Int) -> UnsafeMutableRawPointer {
            if size > capacity &- count { resize(to: max(capacity &* 2, count + size)) }
            defer { count &+= size }
            return base + count
        }

        /// - Returns: where the copy lies; the address is valid until more room is made.
        @inline(__always) @discardableResult
        mutating func append(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer {
            let target = extend(by: bytes.count)
            if let start = bytes.baseAddress { target.copyMemory(from: start, byteCount: bytes.count) }
            return target
        }

        /// Forgets what was written behind a position.
        mutating func shorten(to size: Int) { count = min(count, size) }

        /// Removes some bytes; what stands behind them moves up.
        mutating func remove(_ range: Range<Int>) {
            (base + range.lowerBound).copyMemory(from: base + range.upperBound, byteCount: count - range.upperBound)
            count -= range.count
        }

        private mutating func resize(to size: Int) {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
            memory.copyMemory(from: base, byteCount: count)
            base.deallocate()
            base = memory
            capacity = size
        }
    }
#endif
