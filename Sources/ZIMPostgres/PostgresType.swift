#if PostgreSQL
    import CPostgres

    /// A type of the server's: how its values are read, and what it is called.
    struct PostgresType: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            case bool, int2, int4, int8, oid, float4, float8
            case text, bytea
            case numeric, date, time, timestamp, timestamptz, uuid, jsonb
            /// Text in the binary form too, kept with the type's name: `json`, `xml`, enumerations.
            case label
            /// Kept as plain text, but read in the text form only: `citext`.
            case otherText
            /// Any other: kept as the server prints it, with the type's name.
            case other
        }

        let oid: Oid
        let name: String
        let kind: Kind
        /// The type below a domain; nil for any other type.
        var base: Oid? = nil

        /// Whether its texts are filled up with blanks, which are no part of them: `char(n)`.
        var isPadded: Bool { oid == 1042 }

        /// Whether it is a byte, which the server sends as NUL where its text is empty: `"char"`.
        var isByte: Bool { oid == 18 }

        /// Whether a value in the server's binary form can be read.
        var isBinary: Bool { kind != .other && kind != .otherText }

        /// The types that every server has under the same numbers.
        ///
        /// Source: <https://www.postgresql.org/docs/15/catalog-pg-type.html>, `pg_type.dat`
        static let builtIn: [Oid: PostgresType] = {
            let types = [
                PostgresType(oid: 16, name: "bool", kind: .bool), PostgresType(oid: 17, name: "bytea", kind: .bytea),
                PostgresType(oid: 18, name: "\"char\"", kind: .text), PostgresType(oid: 19, name: "name", kind: .text),
                PostgresType(oid: 20, name: "int8", kind: .int8), PostgresType(oid: 21, name: "int2", kind: .int2),
                PostgresType(oid: 23, name: "int4", kind: .int4), PostgresType(oid: 25, name: "text", kind: .text),
                PostgresType(oid: 26, name: "oid", kind: .oid), PostgresType(oid: 114, name: "json", kind: .label),
                PostgresType(oid: 142, name: "xml", kind: .label),
                PostgresType(oid: 700, name: "float4", kind: .float4),
                PostgresType(oid: 701, name: "float8", kind: .float8),
                PostgresType(oid: 705, name: "unknown", kind: .text),
                PostgresType(oid: 1042, name: "bpchar", kind: .text),
                PostgresType(oid: 1043, name: "varchar", kind: .text),
                PostgresType(oid: 1082, name: "date", kind: .date), PostgresType(oid: 1083, name: "time", kind: .time),
                PostgresType(oid: 1114, name: "timestamp", kind: .timestamp),
                PostgresType(oid: 1184, name: "timestamptz", kind: .timestamptz),
                PostgresType(oid: 1700, name: "numeric", kind: .numeric),
                PostgresType(oid: 2950, name: "uuid", kind: .uuid),
                PostgresType(oid: 3802, name: "jsonb", kind: .jsonb),
            ]
            return Dictionary(types.map { ($0.oid, $0) }, uniquingKeysWith: { first, _ in first })
        }()
    }

    /// The numbers of the types that parameters are sent to in the binary form.
    enum PostgresOID {
        static let bool: Oid = 16, bytea: Oid = 17, int8: Oid = 20, int2: Oid = 21, int4: Oid = 23, oid: Oid = 26
        /// A row of any type.
        static let record: Oid = 2249
        static let float4: Oid = 700, float8: Oid = 701, numeric: Oid = 1700, uuid: Oid = 2950, date: Oid = 1082
        /// `timestamp` and `timestamptz`, alone and in lists.
        static let times: Set<Oid> = [1114, 1184, 1115, 1185]
        /// The first that is no fixed part of the server (`FirstUnpinnedObjectId`).
        static let firstUnpinned: Oid = 12_000
    }
#endif
