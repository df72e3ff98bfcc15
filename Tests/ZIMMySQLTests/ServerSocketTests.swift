#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMDb

    @testable import ZIMMySQL

    /// When the system gives up a network that is silent.
    @Suite struct ServerSocketTests {
        /// Gives a closure the socket of a connection to a port.
        private func connected(_ body: (Int32, ServerSocket) throws -> Void) throws {
            let listener = try LocalListener()
            defer { listener.close() }
            let descriptor = try #require(Balancer.connect(toPort: listener.port))
            defer { close(descriptor) }
            let socket = try #require(ServerSocket(descriptor))
            try body(descriptor, socket)
        }

        @Test func limitsOfASilentNetwork() throws {
            try connected { descriptor, socket in
                socket.expectAnswers(within: .seconds(60))
                #expect(Balancer.option(descriptor, SOL_SOCKET, SO_KEEPALIVE) == 1)
                #expect(Balancer.option(descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL) == 10)
                #expect(Balancer.option(descriptor, Int32(IPPROTO_TCP), TCP_KEEPCNT) == 3)
                #if canImport(Glibc)
                    #expect(Balancer.option(descriptor, Int32(IPPROTO_TCP), TCP_KEEPIDLE) == 30)
                #endif
                socket.expectAnswers(within: .milliseconds(10))
                #expect(Balancer.option(descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL) == 1)
            }
        }

        @Test func whatEndsInTimeIsLeftAlone() throws {
            try connected { descriptor, socket in
                #expect(socket.limiting(to: .seconds(20)) { 1 } == 1)
                #expect(socket.limiting(to: nil) { 2 } == 2)
                #expect(!socket.isShutDown)
                // As long as the server is there, it is waited for.
                _ = socket.limiting(to: .milliseconds(20), isAlive: { true }) { usleep(200_000) }
                #expect(!socket.isShutDown && socket.givenUp("here", sql: "SELECT 1", mayCommit: false) == nil)
                var byte: UInt8 = 0
                // Nobody writes to it.
                #expect(socket.limiting(to: .milliseconds(50)) { read(descriptor, &byte, 1) } == 0)
                #expect(socket.isShutDown)
                let error = socket.givenUp("here", sql: "SELECT 1", mayCommit: false)
                #expect(error?.code == .connection)
                #expect(error?.message == "the connection to here is gone: the server did not answer in time")
            }
        }

        /// What may have committed has not "changed nothing".
        @Test func whatTheCancellationOfATaskSays() throws {
            try connected { _, socket in
                socket.shutDown(.cancelled)
                #expect(socket.givenUp("here", sql: "SELECT 1", mayCommit: false)?.code == .interrupted)
                #expect(socket.givenUp("here", sql: "COMMIT", mayCommit: true)?.code == .connection)
            }
        }

        @Test func whatMayCommit() {
            for sql in [
                "COMMIT", "-- close the day\nCOMMIT", "ALTER TABLE t ADD x INT", "CALL book()", "EXECUTE p",
                "SET autocommit = 1",
            ] { #expect(MySQLScript.mayCommit(sql, alone: false), "\(sql)") }
            for sql in ["SELECT 1", "INSERT INTO t VALUES (1)", "ROLLBACK TO zim_1", "UPDATE t SET a = 'COMMIT'"] {
                #expect(!MySQLScript.mayCommit(sql, alone: false), "\(sql)")
            }
            // Outside of a transaction each statement is one of its own.
            for sql in ["COMMIT", "UPDATE t SET a = 1", "REPLACE INTO t VALUES (1)", "SELECT book()", "DO book()"] {
                #expect(MySQLScript.mayCommit(sql, alone: true), "\(sql)")
            }
            for sql in [
                "", "SELECT a, count(*) FROM t GROUP BY a", "START TRANSACTION", "ROLLBACK", "SHOW TABLES",
                "DESCRIBE t",
            ] { #expect(!MySQLScript.mayCommit(sql, alone: true), "\(sql)") }
        }

        @Test func aSignalIsWaitedFor() {
            let (early, late) = (Signal<Int>(), Signal<Int>())
            #expect(early.value(within: .zero) == nil)
            early.give(1)
            #expect(early.value(within: nil) == 1 && early.value(within: .seconds(Int64.max)) == 1)
            Thread.detachNewThread {
                usleep(50_000)
                late.give(2)
            }
            #expect(late.value(within: nil) == 2)
        }
    }
#endif
