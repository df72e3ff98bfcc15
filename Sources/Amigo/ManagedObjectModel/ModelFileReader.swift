#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads the XML of a Core Data model.
final class ModelFileReader: NSObject, XMLParserDelegate {
    private typealias Model = ManagedObjectModel

    private let file: ModelFile
    private var found: [ManagedObjectModel.Entity] = []
    private var hasModel = false
    private var failure: ManagedObjectModelError?
    /// The elements that are open, from the outermost to the innermost.
    private var way: [String] = []

    init(_ file: ModelFile) { self.file = file }

    func entities() throws -> [ManagedObjectModel.Entity] {
        // Foundation's parser ends the program where an attribute is no UTF-8.
        guard String(validating: file.data, as: UTF8.self) != nil else {
            throw ManagedObjectModelError("the file is not UTF-8 text", path: file.path)
        }
        let parser = XMLParser(data: file.data)
        parser.delegate = self
        let isWhole = parser.parse()
        if let failure { throw failure }
        guard isWhole, way.isEmpty else {
            let reason = parser.parserError.map { ": \($0.localizedDescription)" } ?? ""
            throw ManagedObjectModelError(
                "the file is no whole XML\(reason)", path: file.path, line: parser.lineNumber)
        }
        guard hasModel else { throw ManagedObjectModelError("the file holds no Core Data model", path: file.path) }
        return found
    }

    private func fail(_ message: String, _ parser: XMLParser) {
        failure = failure ?? ManagedObjectModelError(message, path: file.path, line: parser.lineNumber)
        parser.abortParsing()
    }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let parent = way.last
        way.append(element)
        switch (parent, element) {
        case (nil, "model"): hasModel = true
        case (nil, _): fail("the file begins with <\(element)>, a Core Data model with <model>", parser)
        case ("model", "entity"):
            guard let name = attributes["name"] else { return fail("an entity has no name", parser) }
            let className = attributes["representedClassName"].flatMap { $0.isEmpty ? nil : $0 }
            found.append(
                Model.Entity(
                    name: name, className: className, parent: attributes["parentEntity"],
                    isAbstract: attributes["isAbstract"] == "YES"))
        case ("entity", "attribute"): add(attribute: attributes, parser)
        case ("entity", "relationship"): add(relationship: attributes, parser)
        case ("uniquenessConstraints", "uniquenessConstraint"): change { $0.uniquenessConstraints.append([]) }
        case ("uniquenessConstraint", "constraint"):
            guard let value = attributes["value"] else { return fail("a constraint has no value", parser) }
            change { entity in
                guard let last = entity.uniquenessConstraints.indices.last else { return }
                entity.uniquenessConstraints[last].append(value)
            }
        case ("userInfo", "entry"): note(attributes["key"], attributes["value"])
        default: break
        }
    }

    func parser(
        _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
    ) {
        way.removeLast()
    }

    private func change(_ body: (inout ManagedObjectModel.Entity) -> Void) {
        guard let last = found.indices.last else { return }
        body(&found[last])
    }

    private func add(attribute: [String: String], _ parser: XMLParser) {
        guard let name = attribute["name"] else { return fail("an attribute has no name", parser) }
        // What is computed from others has no column; what is transformed is kept as bytes.
        if attribute["transient"] == "YES" { return }
        let written = attribute["attributeType"] ?? "Undefined"
        let type = written == "Transformable" ? .binaryDataAttributeType : AttributeType(rawValue: written)
        guard let type else {
            return fail("the attribute \"\(name)\" is of type \"\(written)\", which is not known", parser)
        }
        change {
            $0.attributes.append(
                Model.Attribute(
                    name: name, type: type, isOptional: attribute["optional"] == "YES",
                    isIndexed: attribute["indexed"] == "YES"))
        }
    }

    private func add(relationship: [String: String], _ parser: XMLParser) {
        guard let name = relationship["name"], let destination = relationship["destinationEntity"] else {
            return fail("a relationship has no name or no destinationEntity", parser)
        }
        change {
            $0.relationships.append(
                Model.Relationship(
                    name: name, isToMany: relationship["toMany"] == "YES",
                    isOptional: relationship["optional"] == "YES", destination: destination,
                    inverse: relationship["inverseName"]))
        }
    }

    /// User information belongs to the attribute or relationship that is open, or to the entity itself.
    private func note(_ key: String?, _ value: String?) {
        guard let key, way.count >= 3 else { return }
        let owner = way[way.count - 3]
        change { entity in
            if owner == "attribute", let last = entity.attributes.indices.last {
                entity.attributes[last].userInfo[key] = value ?? ""
            } else if owner == "relationship", let last = entity.relationships.indices.last {
                entity.relationships[last].userInfo[key] = value ?? ""
            }
        }
    }
}
