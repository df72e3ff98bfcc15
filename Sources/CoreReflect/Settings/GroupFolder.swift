import Foundation
import ZIMOrm

/// Where a database lies that is only named: in the user's documents, or in the folder of an app group.
enum GroupFolder {
    /// The path of a database file; its folder is made where it is missing.
    ///
    /// - Throws: `DatabaseError` with code cannotOpen for a name that is none, or a folder that cannot be had.
    static func path(group: String, baseNamed name: String) throws -> String {
        for part in [name, group.isEmpty ? "group" : group]
        where part.isEmpty || part.contains("/") || part.utf8.contains(0) || part == "." || part == ".." {
            throw DatabaseError(
                .cannotOpen, "\"\(part)\" is not the name of a database or app group",
                hint: "Use .uri(path) for a path")
        }
        let folder = try folder(of: group)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw DatabaseError(.cannotOpen, "the folder \(folder.path) cannot be made: \(error.localizedDescription)")
        }
        return folder.appendingPathComponent(name).path
    }

    private static func folder(of group: String) throws -> URL {
        let files = FileManager.default
        if group.isEmpty { return try first(.documentDirectory, files) }
        #if canImport(Darwin)
            if let folder = files.containerURL(forSecurityApplicationGroupIdentifier: group) { return folder }
            throw DatabaseError(
                .cannotOpen, "the app group \"\(group)\" has no folder",
                hint: "Add the group to the app's entitlements")
        #else
            // Without app groups, programs that name the same group share a folder all the same.
            return try first(.applicationSupportDirectory, files).appendingPathComponent(group)
        #endif
    }

    private static func first(_ directory: FileManager.SearchPathDirectory, _ files: FileManager) throws -> URL {
        if let folder = files.urls(for: directory, in: .userDomainMask).first { return folder }
        throw DatabaseError(.cannotOpen, "the user has no folder of documents", hint: "Use .uri(path)")
    }
}
