import ZIMOrm
import ZIMTool

/// Whether generated classes still fit the database.
struct CheckPage {
    let world: World
    let models: String?

    var response: WebResponse {
        get throws {
            guard let models else {
                throw PageProblem("no folder of classes was given", .notFound, "zim browse … --models DIR")
            }
            let check = try FolderCheck(of: world.file, folder: models)
            return Layout(world: world, title: "Classes", page: .check).response { html in
                html.element("h1", text: "Classes")
                html.element(
                    "p", .class("lead"),
                    text: "\(check.count.counted("class", "classes")) of \(models) compared: "
                        + (check.differences.isEmpty ? "all fit." : check.differences.count.counted("difference") + ".")
                )
                html.element("ul", .class("found")) { html in
                    for difference in check.differences {
                        html.element("li") { html in
                            if world.catalog.table(difference.table) != nil {
                                html.link(.table(difference.table), difference.table)
                            } else {
                                html.text(difference.table)
                            }
                            html.text((difference.column.map { "." + $0 } ?? "") + ": " + difference.message)
                        }
                    }
                }
            }
        }
    }
}
