#if MySQL
    import ZIMDb

    /// Migrations step by step, with a lock of the server.
    ///
    /// Source: <https://mariadb.com/kb/en/get_lock/>
    struct MySQLSchemaSteps: SchemaSteps {
        func statements(of script: String) -> [String] { MySQLScript.statements(of: script).map(\.text) }

        func lock(_ name: String, waiting seconds: Int) -> SQL { "SELECT GET_LOCK(\(serverWide(name)), \(seconds))" }

        func unlock(_ name: String) -> SQL { "SELECT RELEASE_LOCK(\(serverWide(name)))" }

        /// Locks are the server's; this is one of the database. A name may have 64 characters.
        private func serverWide(_ name: String) -> SQL {
            "CONCAT(\(String(name.unicodeScalars.prefix(24))), SHA1(DATABASE()))"
        }

        var nameType: SQLDataType { "VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" }
        var textType: SQLDataType { "LONGTEXT CHARACTER SET utf8mb4" }
    }
#endif
