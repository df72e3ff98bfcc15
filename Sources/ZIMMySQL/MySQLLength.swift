#if MySQL
    /// The length in front of a value in a message.
    ///
    /// Source: <https://mariadb.com/kb/en/protocol-data-types/>, "Length encoded integers"
    enum MySQLLength {
        /// - Returns: the length, and of how many bytes it was read.
        @inline(__always)
        static func read(_ bytes: UnsafeRawPointer) -> (length: Int, width: Int) {
            switch bytes.load(as: UInt8.self) {
            case 252: (Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt16.self))), 3)
            case 253:
                (
                    Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt16.self)))
                        | Int(bytes.load(fromByteOffset: 3, as: UInt8.self)) << 16, 4
                )
            case 254:
                // A value has less than 2 GB.
                (
                    Int(Int32(clamping: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt64.self)))),
                    9
                )
            case let length: (Int(length), 1)
            }
        }

        /// How many bytes a length takes.
        static func width(of length: Int) -> Int {
            length < 251 ? 1 : length < 65_536 ? 3 : length < 16_777_216 ? 4 : 9
        }

        /// Writes a length to an address with room for as many bytes as it takes.
        static func write(_ length: Int, to target: UnsafeMutableRawPointer) {
            switch width(of: length) {
            case 1: target.storeBytes(of: UInt8(length), as: UInt8.self)
            case 3:
                target.storeBytes(of: 252, as: UInt8.self)
                target.storeBytes(of: UInt16(length).littleEndian, toByteOffset: 1, as: UInt16.self)
            case 4: target.storeBytes(of: UInt32(length << 8 | 253).littleEndian, as: UInt32.self)
            default:
                target.storeBytes(of: 254, as: UInt8.self)
                target.storeBytes(of: UInt64(length).littleEndian, toByteOffset: 1, as: UInt64.self)
            }
        }
    }
#endif
