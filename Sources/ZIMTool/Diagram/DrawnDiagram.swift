/// A diagram as a piece of a page: SVG whose boxes are links, which a style sheet gives its looks.
package struct DrawnDiagram: Sendable {
    /// The SVG; every name in it is escaped.
    package let markup: String
    /// How many tables are drawn.
    package let count: Int

    /// - Parameter address: where a table's box leads to.
    package init(_ diagram: Diagram, address: @escaping (String) -> String) {
        count = diagram.boxes.count
        markup = SVGDiagram(diagram: diagram, address: address).text
    }
}
