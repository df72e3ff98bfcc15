import Foundation

/// The folder that classes are written to, seen as a part of a Swift package: whether it is a target of its own, and what
/// Package.swift still has to say.
package struct TargetFolder: Sendable {
    /// The package's manifest; nil where no folder above has one.
    private let manifest: String?
    /// The name of the target whose sources the folder is part of; nil outside of `Sources`.
    package let target: String?
    /// Whether the target consists of generated files alone, so that its users are other targets.
    package let isTargetOfItsOwn: Bool

    package init(path: String) {
        let folder = URL(fileURLWithPath: path).standardizedFileURL
        var root = folder
        while root.path != "/",
            !FileManager.default.fileExists(atPath: root.appendingPathComponent("Package.swift").path)
        {
            root.deleteLastPathComponent()
        }
        manifest = try? String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let parts = folder.pathComponents.dropFirst(root.pathComponents.count)
        let isSource = manifest != nil && parts.first == "Sources" && parts.count > 1
        target = isSource ? parts.dropFirst().first : nil
        isTargetOfItsOwn = isSource && parts.count == 2 && Self.holdsOnlyGeneratedFiles(folder)
    }

    private static func holdsOnlyGeneratedFiles(_ folder: URL) -> Bool {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".swift") }.allSatisfy { name in
            let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            return text?.contains(MarkedBlock.begin) == true
        }
    }

    /// What to add to Package.swift; empty where it says so already, or where there is none.
    package var advice: [String] {
        guard let manifest else {
            return ["Add the product ZIMOrm of the package ZIM to the target that compiles these files."]
        }
        guard let target else { return [] }
        let isDeclared = manifest.contains("\"\(target)\"")
        let product = #".product(name: "ZIMOrm", package: "ZIM")"#
        var lines: [String] = []
        if !manifest.contains(#""ZIMOrm""#) {
            lines.append("  to the dependencies of the package:")
            lines.append(#"    .package(path: "../ZIM")"#)
            if isDeclared { lines += ["  to the dependencies of the target \(target):", "    \(product)"] }
        }
        if !isDeclared {
            lines += ["  to the targets:", "    .target(name: \"\(target)\", dependencies: [\(product)])"]
            lines += ["  to the dependencies of each target that uses the classes:", "    \"\(target)\""]
        }
        if !lines.isEmpty, !isDeclared { lines.append("and `import \(target)` to each file that uses them.") }
        return lines.isEmpty ? [] : ["Add to Package.swift"] + lines
    }
}
