import Amigo
import Synchronization
import TestServer
import Testing

private class Dog: AmigoModel { var id: Int?; var label: String? }

/// What fails or is undone without anybody noticing is said.
@Suite(.serialized) struct LostErrorTests {
    private let amigo: Amigo

    init() throws {
        let dog = ORMModel(
            Dog.self, IntegerField("id", primaryKey: true), CharField("label", optional: false, unique: true))
        amigo = try Amigo([dog], factory: SQLiteEngineFactory(":memory:"))
        try amigo.createAll()
    }

    private struct Lost: Error, Equatable { let number: Int }

    /// Waits for an error of this suite's own that the handler gets.
    private func heard(_ errors: borrowing Mutex<[Int]>, count: Int) async throws -> [Int] {
        for _ in 0..<500 where errors.withLock({ $0.count }) < count { try await Task.sleep(for: .milliseconds(10)) }
        return errors.withLock { $0.sorted() }
    }

    @Test func theErrorOfAnActionThatNobodyTakesReachesTheHandler() async throws {
        final class Heard: Sendable { let errors = Mutex<[Int]>([]) }
        let heard = Heard()
        Amigo.asyncFailure = { error in
            if let lost = error as? Lost { heard.errors.withLock { $0.append(lost.number) } }
        }
        defer { Amigo.asyncFailure = nil }
        let session = amigo.session
        session.async { throw Lost(number: 1) }
        amigo.async { throw Lost(number: 2) }
        let taken = session.async { throw Lost(number: 3) }
        await #expect(throws: Lost(number: 3)) { try await taken.value }
        session.async { throw Lost(number: 4) }.then(queue: .global(), { _ in })
        session.async { throw Lost(number: 5) }.then(queue: .global(), { _ in }, failure: { _ in })
        #expect(try await self.heard(heard.errors, count: 3) == [1, 2, 4])
    }
}
