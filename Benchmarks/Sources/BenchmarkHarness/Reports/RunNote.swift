import Foundation

/// Where and when a run took place, for the page that shows its numbers.
enum RunNote {
    static func text(rounds: Int) -> String {
        let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.split(separator: " ").first
        return "Run that ended \(stamp(Date())), \(rounds) rounds, \(machine)"
            + (load.map { ", load \($0) at its end" } ?? "") + "."
    }

    private static func stamp(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "yyyy-MM-dd HH:mm 'UTC'"
        return formatter.string(from: date)
    }

    private static var machine: String {
        let processor = line(of: "/proc/cpuinfo", "model name")
        return "\(ProcessInfo.processInfo.processorCount) cores" + (processor.map { " of \($0)" } ?? "")
    }

    /// For numbers that were written to files: when each was written.
    static func earlier(_ paths: [String]) -> String {
        let dates = paths.compactMap { path in
            try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        }
        return (dates.count == 1 ? "Run that ended " : "Runs that ended ") + dates.map(stamp).joined(separator: ", ")
            + ", \(machine)."
    }

    private static func line(of path: String, _ key: String) -> String? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
