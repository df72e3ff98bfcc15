import Foundation
import TestServer
import ZIMOrm

/// Memory does not grow with the number of operations, and a statement gets no more than the process may have.
struct Growth {
    private let engine: ServedEngine
    private let effort: TortureEffort

    init(_ engine: ServedEngine, _ effort: TortureEffort) {
        self.engine = engine
        self.effort = effort
    }

    /// How much more than after the warm-up it may be: what allocators keep.
    private static let tolerated = 8192

    /// By default a million operations.
    func run() throws -> TortureOutcome {
        var outcome = TortureOutcome(verdict: "grown")
        let folder = try WorkFolder()
        let url: String
        if engine == .sqlite {
            url = "sqlite:" + folder.file("growth.sqlite")
        } else {
            guard let server = TestServer.shared else {
                throw ProgramArgument.Failure("there is no PostgreSQL server")
            }
            url = try server.makeDatabase()
        }
        let database = try Database(url: url)
        try Ledger.make(in: database)
        database.close()
        let child = try ChildProcess(["growth", url, "\(effort.rounds(else: 1_000_000))", "\(effort.secondsLeft)"])
        while let line = child.line() {
            let (word, rest) = ChildProcess.split(line)
            let numbers = rest.split(separator: " ").compactMap { Int($0) }
            guard word == "grown", numbers.count == 3 else {
                outcome.fail(line)
                continue
            }
            outcome.count("operations", numbers[0])
            let grown = numbers[2] - numbers[1]
            outcome.remarks.append("\(numbers[1] / 1024) MB when warm, \(numbers[2] / 1024) MB at the end")
            if numbers[1] > 0, grown > Self.tolerated { outcome.fail("memory grew by \(grown) kB") }
        }
        if let end = child.wait() { outcome.fail("the child \(end)") }
        if engine == .sqlite { try limit(folder.file("views.sqlite"), &outcome) }
        return outcome
    }

    /// What asks for more memory than it may have.
    private func limit(_ path: String, _ outcome: inout TortureOutcome) throws {
        try MemoryChild.make(at: path)
        let child = try ChildProcess(["memory", path])
        var lines: [String] = []
        while let line = child.line() { lines.append(line) }
        if let end = child.wait() { outcome.fail("the child with little memory \(end)") }
        outcome.count("statements refused for memory", lines.count { $0 == "refused" })
        if lines != ["refused", "refused", "read"] { outcome.fail("with little memory: \(lines)") }
    }
}
