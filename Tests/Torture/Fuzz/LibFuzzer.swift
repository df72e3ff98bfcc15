#if LIBFUZZER
    import Foundation

    /// Gives the inputs of libFuzzer, which sees what code each of them reaches, to one reader: `scripts/fuzz`.
    ///
    /// Source: <https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library>
    enum LibFuzzer {
        // Unchecked: libFuzzer calls back on the one thread that runs it.
        private nonisolated(unsafe) static var bench: FuzzBench?

        /// `fuzz TARGET CORPUS ARGUMENT …`: writes the seeds of the target into the corpus, and runs.
        static func run(_ words: [String]) throws -> Int32 {
            guard words.count > 1, let target = FuzzTarget(rawValue: words[0]) else {
                let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
                throw TortureArguments.Failure(description: "fuzz TARGET CORPUS ARGUMENT …; targets: \(names)")
            }
            let folder = words[1]
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for (number, input) in try target.corpus().enumerated() {
                try Data(input).write(to: URL(fileURLWithPath: "\(folder)/seed-\(number)"))
            }
            let dictionary = folder + ".dict"
            try target.words.map(line).joined().write(toFile: dictionary, atomically: true, encoding: .utf8)
            bench = try FuzzBench(target)
            return start(["torture", folder, "-dict=\(dictionary)"] + words.dropFirst(2))
        }

        /// A line of a dictionary: what is no letter stands as its number.
        private static func line(_ word: String) -> String {
            "\"" + word.utf8.map { "\\x" + String(format: "%02X", Int($0)) }.joined() + "\"\n"
        }

        private static func start(_ words: [String]) -> Int32 {
            var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
            var count = Int32(words.count)
            return arguments.withUnsafeMutableBufferPointer { buffer in
                var start = buffer.baseAddress
                return drive(&count, &start) { bytes, count in LibFuzzer.test(bytes, count) }
            }
        }

        private static func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
            do { try bench?.run(Array(UnsafeBufferPointer(start: bytes, count: count))) } catch {
                say("finding: \(error)")
                // libFuzzer keeps the input of what ends the program.
                abort()
            }
            return 0
        }
    }

    @_silgen_name("LLVMFuzzerRunDriver")
    private func drive(
        _ count: UnsafeMutablePointer<Int32>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
        _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
    ) -> Int32
#endif
