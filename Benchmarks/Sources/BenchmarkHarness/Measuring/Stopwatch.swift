import Foundation

/// Measures the one part of a workload that counts.
public final class Stopwatch {
    enum Mode {
        /// CPU time of the process, user and system, in milliseconds.
        case time
        /// Peak of the resident memory above what it was at the start, in MiB.
        case memory
    }

    private let mode: Mode
    private(set) var reading: Double?
    /// Milliseconds on the clock.
    private(set) var elapsed: Double?

    init(_ mode: Mode) {
        self.mode = mode
    }

    /// A watch that nobody reads.
    public convenience init() { self.init(.time) }

    /// Runs the body and measures it; what it returns is still alive when the reading is taken.
    public func measure<T>(_ body: () throws -> T) rethrows -> T {
        switch mode {
        case .time:
            let began = ContinuousClock.now
            let start = Self.cpuMilliseconds
            let result = try body()
            reading = Self.cpuMilliseconds - start
            elapsed = (ContinuousClock.now - began) / .milliseconds(1)
            return result
        case .memory:
            let start = ResidentMemory.resetPeak()
            let result = try body()
            reading = ResidentMemory.peak - start
            return result
        }
    }

    private static var cpuMilliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }
}
