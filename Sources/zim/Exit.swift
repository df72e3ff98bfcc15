import ArgumentParser

/// How commands end: 0, 1 where they found something, 2 where they failed.
enum Exit {
    static let findings = ExitCode(1)
    static let failure = ExitCode(2)

    /// Runs a command; what it throws is said in one line, and ends the process with 2.
    static func guarding(_ body: () throws -> Void) throws {
        do { try body() } catch let code as ExitCode { throw code } catch {
            Terminal.note("zim: \(error)")
            throw failure
        }
    }
}
