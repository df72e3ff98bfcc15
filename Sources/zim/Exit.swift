import ArgumentParser
import ZIMOrm

/// How commands end: 0, 1 where they found something, 2 where they failed.
enum Exit {
    static let findings = ExitCode(1)
    static let failure = ExitCode(2)

    /// Runs a command; what it throws is said in one line, and ends the process with 2.
    ///
    /// - Parameter showsHints: whether the errors' hints are of use to who runs it.
    static func guarding(showsHints: Bool = false, _ body: () throws -> Void) throws {
        do { try body() } catch let code as ExitCode { throw code } catch {
            Terminal.note("zim: \(words(for: error, showsHints))")
            if let status = Interrupt.status { throw ExitCode(status) }
            throw failure
        }
    }

    /// The error in a person's words: what hints say about the library's calls is of no use here.
    private static func words(for error: any Error, _ showsHints: Bool) -> String {
        guard let failure = error as? DatabaseError else { return "\(error)" }
        switch failure.code {
        case .cannotOpen, .notADatabase, .corrupt, .inputOutput: return failure.message
        case .authentication: return failure.message + (failure.hint.map { ". " + $0 } ?? "")
        case .busy where !showsHints || failure.hint == nil:
            return failure.message + "; try again when the other program is done"
        default:
            return failure.message + (failure.sql.map { "\n  SQL: \($0)" } ?? "")
                + (showsHints ? failure.hint.map { "\n  " + $0 } ?? "" : "")
        }
    }
}
