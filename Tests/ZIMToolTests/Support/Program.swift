import Foundation
import Testing

/// The program zim itself, as it was built beside the tests.
enum Program {
    struct Answer {
        let status: Int32
        let out: String
        let err: String
    }

    private static let path: String? = {
        let folder = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent().path
        return [folder + "/zim", folder + "/../zim"].first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Runs it without waiting, its words going nowhere.
    static func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Process {
        let process = Process()
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.executableURL = URL(fileURLWithPath: try #require(path, "the program zim is not beside the tests"))
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Runs it in a line of a shell, where `$zim` is its path.
    static func run(shell line: String, _ variables: [String: String]) throws -> Answer {
        let path = try #require(path, "the program zim is not beside the tests")
        let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }.merging(["zim": path]) { $1 }
        return try run("/bin/bash", ["-c", line], environment: environment)
    }

    /// Runs it and waits for its end.
    ///
    /// - Parameter input: what it reads from the standard input; nil for nothing.
    static func run(_ arguments: [String], input: String? = nil) throws -> Answer {
        try run(try #require(path, "the program zim is not beside the tests"), arguments, input: input)
    }

    private static func run(
        _ program: String, _ arguments: [String], environment: [String: String]? = nil, input: String? = nil
    ) throws -> Answer {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        if let environment { process.environment = environment }
        let (out, err, words) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = err
        process.standardInput = input == nil ? FileHandle.nullDevice : words
        try process.run()
        if let input { words.fileHandleForWriting.write(Data(input.utf8)) }
        try words.fileHandleForWriting.close()
        let text = out.fileHandleForReading.readDataToEndOfFile()
        let errors = err.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Answer(
            status: process.terminationStatus, out: String(decoding: text, as: UTF8.self),
            err: String(decoding: errors, as: UTF8.self))
    }
}

extension Program {
    /// Expects that a signal ends a command and what it runs on a server.
    ///
    /// A command waits for its server for less than a second: beside other tests that may be too short, once.
    static func expectNothingLeft(
        of arguments: [String], after signal: Int32, isRunning: () throws -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var hasEnded = false
        for _ in 0..<2 where !hasEnded {
            let process = try start(arguments)
            while try process.isRunning && !isRunning() { usleep(20_000) }
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            #expect(process.terminationStatus == 128 + signal, sourceLocation: sourceLocation)
            let end = Date(timeIntervalSinceNow: 2)
            while try isRunning(), Date() < end { usleep(20_000) }
            hasEnded = try !isRunning()
            while try isRunning() { usleep(20_000) }
        }
        #expect(hasEnded, sourceLocation: sourceLocation)
    }
}
