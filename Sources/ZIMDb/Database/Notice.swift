import Logging

/// Log messages that belong to no call. They go to the log of the database's options, or else to the program's.
package enum Notice {
    package static func warn(_ message: String, on database: Database?) { logger(database).warning("\(message)") }

    package static func error(_ message: String, on database: Database?) { logger(database).error("\(message)") }

    private static func logger(_ database: Database?) -> Logger { database?.options.logger ?? Logger(label: "zim") }
}
