import Foundation

/// The resident memory of this process in MiB, as Linux counts it.
enum ResidentMemory {
    /// Lets the peak start anew and returns the memory that is resident now.
    static func resetPeak() -> Double {
        // "5" resets VmHWM; where it is not allowed, the peak of the process counts.
        if let file = fopen("/proc/self/clear_refs", "w") {
            fputs("5", file)
            fclose(file)
        }
        return value(of: "VmRSS:")
    }

    static var peak: Double { value(of: "VmHWM:") }

    private static func value(of key: String) -> Double {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, CInt(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if text.hasPrefix(key) { return (Double(text.filter(\.isNumber)) ?? 0) / 1_024 }
        }
        return 0
    }
}
