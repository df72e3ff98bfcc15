#if MySQL
    import Testing

    @testable import ZIMMySQL

    /// What a node says that has lost its cluster.
    @Suite struct ClusterFailureTests {
        @Test func aCommitThatLosesTheClusterLosesTheConnection() {
            func failure(_ message: String) -> MySQLFailure {
                message.withCString { MySQLFailure(number: 1180, state: nil, message: $0) }
            }
            let lost = failure(
                "Error while appending streaming replication fragment(provider status: Not connected to Primary Component)"
            )
            #expect(lost.isLoss && lost.code == .connection)
            #expect(lost.lost("COMMIT", location: "node", mayCommit: true).hint?.isEmpty == false)
            #expect(!failure("Got error 28 during COMMIT").isLoss)
        }

        /// Views are forgotten where others have more tables open than the server keeps definitions.
        @Test func aStatementThatIsAlwaysPreparedAgainSaysWhy() {
            let failure = "Prepared statement needs to be re-prepared".withCString {
                MySQLFailure(number: 1615, state: nil, message: $0)
            }
            let error = failure.error(sql: "SELECT 1", showsValues: false)
            #expect(error.code == .full && error.hint?.contains("table_definition_cache") == true)
        }
    }
#endif
