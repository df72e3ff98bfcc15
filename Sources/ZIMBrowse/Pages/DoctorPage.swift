import ZIMOrm
import ZIMTool

/// What is wrong with the data and the schema, with a way to the rows.
struct DoctorPage {
    let world: World

    var response: WebResponse {
        get throws {
            var findings = world.known.findings
            var title = "Doctor"
            if world.request[.only] != nil {
                guard let name = world.request.name(.only), let table = world.catalog.table(name) else {
                    throw PageProblem("the address names no table", .notFound)
                }
                findings = world.findings(of: table.name)
                title = "Doctor: \(table.name)"
            }
            return Layout(world: world, title: title, page: .doctor).response { html in
                html.element("h1", text: title)
                state(&html)
                if world.request[.only] != nil {
                    html.element("p") { $0.link(Address(.doctor), "Findings of all tables") }
                }
                for kind in Finding.Kind.allCases {
                    let own = findings.filter { $0.kind == kind }
                    if !own.isEmpty { group(kind, own, &html) }
                }
            }
        }
    }

    private func state(_ html: inout HTML) {
        html.element("p", .class("lead"), .id("doctor"), .own("role", "status")) { html in
            switch world.known.doctor {
            case .done:
                html.text(
                    world.known.findings.isEmpty
                        ? "Every row was checked, and no problems were found."
                        : "Every row was checked: \(world.known.findings.count.counted("finding")).")
            case .running(let table, let rows):
                html.text(
                    table.isEmpty
                        ? "Rows are being checked. " : "Checking \(table), \(rows.counted("row")) so far. ")
                html.link(Address(.doctor), "Load again")
            case .failed(let reason): html.text("The rows could not be checked: \(reason)")
            case .waiting where !world.known.isDone:
                html.text("The schema was checked; rows are next. ")
                html.link(Address(.doctor), "Load again")
            case .waiting:
                html.text("Only the schema was checked, since there are many rows. ")
                html.link(Address(.doctor).with(.run, "1"), "Look at every row", .class("button"))
            }
        }
    }

    private func group(_ kind: Finding.Kind, _ findings: [Finding], _ html: inout HTML) {
        html.element("section", .label(kind.title)) { html in
            html.element("h2") { html in
                html.text(kind.title.prefix(1).uppercased() + kind.title.dropFirst() + " ")
                html.badge(findings.count.grouped, kind.isSerious ? "serious" : "plain")
            }
            for finding in findings {
                html.element("article", .class("card")) { html in
                    html.element("h3") { html in
                        html.link(.table(finding.table), finding.table)
                        if !finding.columns.isEmpty { html.element("small", text: " " + finding.columns.listed) }
                    }
                    html.element("p", text: finding.message)
                    if let example = finding.example, !example.isEmpty {
                        html.element("p", .class("note"), text: "For example \(example)")
                    }
                    html.element("p", .class("note"), text: finding.advice)
                    html.element("p", .class("bar")) { html in
                        if let rows = FindingRows(finding, world.catalog).sql(for: world.file.database.dialect) {
                            html.link(Address(.query).with(.sql, rows), "Its rows")
                        }
                        if kind == .invalidValues || kind == .brokenText, let column = finding.columns.first {
                            html.link(
                                Address.table(finding.table).with(.invalid, AddressText.encode(column)), "Its rows")
                        }
                        if kind == .invalidValues || kind == .mixedDates || kind == .brokenText {
                            html.link(Address.table(finding.table).on(.columns), "Its columns")
                        }
                    }
                    if let sql = finding.sql {
                        html.element("details", .class("code")) { html in
                            html.element("summary", text: "As SQL to review")
                            html.element("pre", .flag("data-copy")) { $0.lines(sql) }
                        }
                    }
                }
            }
        }
    }
}
