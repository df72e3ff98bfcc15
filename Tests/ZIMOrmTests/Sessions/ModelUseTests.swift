import Foundation
import Testing
import ZIMOrm

#if DEBUG
    /// A debug build notices a model that two threads use at the same time, by calls that block and calls with await.
    @Suite(.timeLimit(.minutes(25))) struct ModelUseTests {
        final class Account: Model {
            var bank = "", number = 0
            var balance = 0
            /// Stops in the middle of being saved: what it waits for, and what it says before.
            var gate: (reached: DispatchSemaphore, goOn: DispatchSemaphore)?
            override class var table: String { "account" }
            override class var primaryKey: [String] { ["bank", "number"] }
            override class var ignoredProperties: Set<String> { ["gate"] }
            override func willSave() throws {
                guard let gate else { return }
                self.gate = nil
                gate.reached.signal()
                gate.goOn.wait()
            }
        }

        private let database: Database
        // Used by two threads on purpose, one of which waits in willSave meanwhile.
        private nonisolated(unsafe) let account: Account

        init() throws {
            database = try Database.inMemory()
            try database.execute(
                """
                CREATE TABLE account (bank TEXT, number INTEGER, balance INTEGER, PRIMARY KEY (bank, number));
                INSERT INTO account VALUES ('A', 1, 10)
                """)
            account = try #require(try database.read { try $0.find(Account.self, "A", 1) })
            account.balance = 11
        }

        private static let text =
            "notSaveable: a model of \"account\" is used by two threads at the same time. "
            + "A model belongs to one thread or task at a time"

        private func gate() -> (reached: DispatchSemaphore, goOn: DispatchSemaphore) {
            let gate = (reached: DispatchSemaphore(value: 0), goOn: DispatchSemaphore(value: 0))
            account.gate = gate
            return gate
        }

        @Test func byCallsThatBlock() throws {
            let gate = gate()
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread { [self] in
                try? account.save()
                done.signal()
            }
            gate.reached.wait()
            for number in 0..<3 {
                let error = #expect(throws: ModelError.self) {
                    if number == 0 { try account.save() }
                    if number == 1 { try account.reload() }
                    if number == 2 { try account.delete() }
                }
                #expect(error?.description == Self.text)
                #expect(error?.table == "account")
            }
            gate.goOn.signal()
            done.wait()
            try account.reload()
            #expect(account.balance == 11)
        }

        /// A function that does not await calls the form that blocks.
        private func savedMeanwhile() -> ModelError? {
            #expect(throws: ModelError.self) { try account.save() }
        }

        @Test func byCallsWithAwait() async throws {
            let gate = gate()
            let saving = Task { [self] in try await account.save() }
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    gate.reached.wait()
                    continuation.resume()
                }
            }
            // The other connection is free, so that it is the model that is in use.
            #expect(savedMeanwhile()?.description == Self.text)
            gate.goOn.signal()
            try await saving.value
            try await account.reload()
            #expect(account.balance == 11)
        }
    }
#endif
