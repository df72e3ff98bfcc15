import TestServer

/// What a child does, by its first word.
enum ChildProgram {
    static func run(_ words: [String]) throws {
        switch words.first {
        case "commits": try CommitChild.run(Array(words.dropFirst()))
        case "faults": try FaultChild.run(Array(words.dropFirst()))
        case "fuzz": try FuzzChild.run(Array(words.dropFirst()))
        case "transfers": try TransferChild.run(Array(words.dropFirst()))
        case "memory": try MemoryChild.run(Array(words.dropFirst()))
        case "growth": try GrowthChild.run(Array(words.dropFirst()))
        default: throw ProgramArgument.Failure("no child program is called \(words.first ?? "")")
        }
    }
}
