/// Finds the file that holds a Core Data model.
struct ModelFile {
    let path: String
    let data: Data

    init(_ path: String) throws {
        let found = try Self.contents(of: path)
        guard let data = FileManager.default.contents(atPath: found) else {
            throw ManagedObjectModelError("the file cannot be read", path: found)
        }
        self.path = found
        self.data = data
    }

    private static func contents(of path: String) throws -> String {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ManagedObjectModelError("there is no such file", path: path)
        }
        guard isFolder.boolValue else { return path }
        let contents = path + "/contents"
        if FileManager.default.fileExists(atPath: contents) { return contents }
        return try version(of: path) + "/contents"
    }

    /// The current version of a model that has several.
    private static func version(of path: String) throws -> String {
        let versions = try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.hasSuffix(".xcdatamodel") }.sorted()
        if let data = FileManager.default.contents(atPath: path + "/.xccurrentversion") {
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
            guard let name = list?["_XCCurrentVersionName"] as? String else {
                throw ManagedObjectModelError(
                    "the file names no current version", path: path + "/.xccurrentversion")
            }
            guard versions.contains(name) else {
                throw ManagedObjectModelError(
                    "the current version is \"\(name)\", and there are only: \(versions.joined(separator: ", "))",
                    path: path)
            }
            return path + "/" + name
        }
        guard let only = versions.first, versions.count == 1 else {
            throw ManagedObjectModelError(
                versions.isEmpty
                    ? "there is no .xcdatamodel in it"
                    : "nothing says which of its versions is the current one: \(versions.joined(separator: ", "))",
                path: path)
        }
        return path + "/" + only
    }
}
