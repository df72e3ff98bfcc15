#if MySQL
    import TestServer
    import Testing
    import ZIMTool

    extension MySQLTraps {
        static func open() throws -> InspectedDatabase { try InspectedDatabase(place: url()) }
    }

    extension Trait where Self == ConditionTrait {
        /// Runs where a server can be started.
        static var mySQLServer: ConditionTrait {
            .enabled("MariaDB is not installed") { MySQLTestServer.isInstalled }
        }

        /// The same, for what MySQL does not have, or writes in another way.
        static var mariaDBServer: ConditionTrait {
            .enabled("MariaDB is not installed") { MySQLTestServer.isInstalled && MySQLProduct.isMariaDB }
        }
    }
#endif
