import ZIMOrm
import ZIMTool

/// A picture of the schema, of a group of its tables, or of what is around one table.
struct DiagramPage {
    let world: World

    /// More tables take long to lay out, and nobody reads them.
    private static let most = 150

    var response: WebResponse {
        get throws {
            var options = Diagram.Options()
            var title = "Diagram"
            let request = world.request
            if request[.around] != nil {
                guard let name = request.name(.around), let table = world.catalog.table(name) else {
                    throw PageProblem("the address names no table", .notFound)
                }
                options.around = table.name
                options.distance = min(request.number(.distance) ?? 1, 8)
                title = "Around \(table.name)"
            } else if let number = request.number(.cluster) {
                let groups = Clusters(world.catalog).groups
                guard groups.indices.contains(number) else { throw PageProblem("there is no such group", .notFound) }
                options.only = groups[number].tables
                title = "Group \(groups[number].name)"
            } else if world.catalog.tables.count > Self.most, request[.all] == nil {
                return tooMany
            }
            let likely = world.catalog.links.filter { !$0.isDeclared }
            options.columns = .auto
            let diagram = try Diagram(title: world.file.name, world.catalog.schema, likely: likely, options: options)
            let drawing = DrawnDiagram(diagram) { Address.table($0).text }
            return Layout(world: world, title: title, page: .diagram).response { html in
                html.element("h1", text: title)
                if let around = options.around { self.around(around, options.distance, &html) }
                html.diagram(drawing, named: title)
            }
        }
    }

    private func around(_ table: String, _ distance: Int, _ html: inout HTML) {
        let address = Address(.diagram).with(.around, AddressText.encode(table))
        html.element("p", .class("bar")) { html in
            html.link(.table(table), "Rows of \(table)")
            html.link(address.with(.distance, String(distance + 1)), "One relationship further")
            if distance > 1 { html.link(address.with(.distance, String(distance - 1)), "One less") }
        }
    }

    private var tooMany: WebResponse {
        let clusters = Clusters(world.catalog)
        return Layout(world: world, title: "Diagram", page: .diagram).response { html in
            html.element("h1", text: "Diagram")
            html.element(
                "p",
                text:
                    "\(world.catalog.tables.count.counted("table")) in one picture say little. Choose a group of them:")
            html.element("ul", .class("columns")) { html in
                for (number, group) in clusters.groups.enumerated() {
                    html.element("li") { html in
                        html.link(Address(.diagram).with(.cluster, String(number)), group.name)
                        html.element("small", text: " " + group.tables.count.counted("table"))
                    }
                }
            }
            html.element("p") { $0.link(Address(.diagram).with(.all, "1"), "All of them all the same") }
        }
    }
}
