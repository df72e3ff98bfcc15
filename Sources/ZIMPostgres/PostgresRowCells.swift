#if PostgreSQL
    import CPostgres
    import ZIMDb

    /// The addresses of the values of one row, found once for all that are read of it.
    struct PostgresRowCells {
        private var cells: UnsafeMutablePointer<EngineCell>?
        /// How each column of the result is read; as much memory as there are cells.
        private var forms: UnsafeMutablePointer<EngineCell.Form>?
        private var capacity = 0
        /// How each column is read in the binary form, and in that of text.
        private var binary: [EngineCell.Form] = []
        private var text: [EngineCell.Form] = []
        private(set) var count = 0

        var start: UnsafePointer<EngineCell>? { cells.map { UnsafePointer($0) } }

        /// Makes room for the columns of a statement.
        mutating func prepare(_ types: [PostgresType]) {
            binary = types.map(\.binaryForm)
            text = types.map { $0.kind == .text ? $0.binaryForm : .other }
            count = 0
            guard types.count > capacity else { return }
            deallocate()
            capacity = types.count
            let cells = UnsafeMutablePointer<EngineCell>.allocate(capacity: capacity)
            cells.initialize(
                repeating: EngineCell(start: UnsafeRawPointer(cells), count: 0, form: .null), count: capacity)
            self.cells = cells
            forms = .allocate(capacity: capacity)
        }

        /// A result has come; it has fewer columns than the statement has announced only where the server breaks its word.
        mutating func take(_ result: PostgresResult, isBinary: Bool) {
            guard let forms else { return }
            let new = isBinary ? binary : text
            count = min(new.count, Int(result.columnCount), capacity)
            for index in 0..<count { forms[index] = new[index] }
        }

        @inline(__always)
        func move(to row: Int32, of result: PostgresResult) {
            guard var cell = cells, var form = forms else { return }
            let handle = result.handle
            let columns = Int32(truncatingIfNeeded: count)
            var column: Int32 = 0
            while column < columns {
                let length = PQgetlength(handle, row, column)
                cell.pointee.count = length
                cell.pointee.form = form.pointee
                // NULL has no length, as empty text.
                if length == 0, PQgetisnull(handle, row, column) == 1 { cell.pointee.form = .null }
                if let start = PQgetvalue(handle, row, column) {
                    cell.pointee.start = UnsafeRawPointer(start)
                } else {
                    cell.pointee.form = .null
                }
                cell += 1
                form += 1
                column &+= 1
            }
        }

        /// Must be called once, by the owner.
        mutating func deallocate() {
            cells?.deallocate()
            forms?.deallocate()
            cells = nil
            forms = nil
            capacity = 0
            count = 0
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
            case .text where isByte: .other
            case .text: isPadded ? .paddedText : .text
            case .bytea: .bytes
            case .timestamp, .timestamptz: .microseconds
            case .uuid: .uuid
            case .numeric: .numeric
            case .date: .days
            case .float4, .time, .jsonb, .label, .otherText, .other: .other
            }
        }
    }
#endif
