#if PostgreSQL
    import CPostgres
    import ZIMDb

    /// The addresses of the values of one row, found once for all that are read of it.
    struct PostgresRowCells {
        private var cells: UnsafeMutablePointer<EngineCell>?
        private var capacity = 0
        /// How each column is read in the binary form, and in that of text.
        private var binary: [EngineCell.Form] = []
        private var text: [EngineCell.Form] = []
        /// Which form the result came in.
        var isBinary = false

        var start: UnsafePointer<EngineCell>? { cells.map { UnsafePointer($0) } }
        var count: Int { binary.count }

        /// Makes room for the columns of a statement.
        mutating func prepare(_ types: [PostgresType]) {
            binary = types.map(\.binaryForm)
            text = types.map { $0.kind == .text ? .text : .other }
            guard types.count > capacity else { return }
            cells?.deallocate()
            capacity = types.count
            cells = .allocate(capacity: capacity)
        }

        /// A result may have fewer columns than the statement has announced only where the server breaks its word; the
        /// rest then reads as NULL.
        @inline(__always)
        mutating func move(to row: Int32, of result: PostgresResult) {
            guard let cells else { return }
            let forms = isBinary ? binary : text
            let known = Int(result.columnCount)
            for index in forms.indices {
                let column = Int32(truncatingIfNeeded: index)
                guard index < known, let start = PQgetvalue(result.handle, row, column) else {
                    cells[index] = EngineCell(start: UnsafeRawPointer(cells), count: 0, form: .null)
                    continue
                }
                let length = PQgetlength(result.handle, row, column)
                // NULL has no length, as empty text.
                let isNull = length == 0 && PQgetisnull(result.handle, row, column) == 1
                cells[index] = EngineCell(
                    start: UnsafeRawPointer(start), count: length, form: isNull ? .null : forms[index])
            }
        }

        /// Must be called once, by the owner.
        mutating func deallocate() {
            cells?.deallocate()
            cells = nil
            capacity = 0
            binary = []
        }
    }

    extension PostgresType {
        /// How a value of this type is read in the server's binary form.
        fileprivate var binaryForm: EngineCell.Form {
            switch kind {
            case .bool: .bool
            case .int2: .int2
            case .int4: .int4
            case .int8: .int8
            case .oid: .oid
            case .float8: .float8
            case .text: .text
            case .bytea: .bytes
            case .timestamp, .timestamptz: .microseconds
            case .uuid: .uuid
            case .float4, .numeric, .date, .time, .jsonb, .label, .otherText, .other: .other
            }
        }
    }
#endif
