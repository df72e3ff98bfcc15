import Testing
import ZIMOrm

@testable import ZIMTool

/// Where things are in a drawing.
@Suite struct DiagramLayoutTests {
    private struct Frame {
        let left, top, right, bottom: Double
    }

    /// A schema of some tables that point to earlier ones, by keys of one to three columns, with cycles and loops.
    private func schema(tables: Int, seed: UInt64) -> String {
        var state = seed
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        return (0..<tables).map { table in
            let width = table % 3 + 1
            let key = (0..<width).map { "k\($0)" }
            var columns = key.map { $0 + " INT NOT NULL" } + (0..<next(9)).map { "c\($0) TEXT" }
            var foreign: [String] = []
            for number in 0..<next(4) {
                // Now and then one to a later table, which may close a cycle.
                let parent = next(8) == 0 ? next(tables) : next(table + 1)
                let own = (0...(parent % 3)).map { "f\(number)_\($0)" }
                columns += own.map { $0 + (next(2) == 0 ? " INT" : " INT NOT NULL") }
                foreign.append(
                    "FOREIGN KEY (\(own.joined(separator: ", "))) REFERENCES t\(parent) (\((0...(parent % 3)).map { "k\($0)" }.joined(separator: ", ")))"
                )
            }
            return
                "CREATE TABLE t\(table) (\((columns + ["PRIMARY KEY (\(key.joined(separator: ", ")))"] + foreign).joined(separator: ", ")));"
        }.joined(separator: "\n")
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6])
    func boxesDoNotOverlapAndLinesDoNotCrossThem(_ seed: UInt64) throws {
        let scratch = try ToolScratch()
        let file = try scratch.open(schema(tables: 12 + Int(seed) * 6, seed: seed))
        let diagram = try Diagram(of: file)
        let layout = DiagramLayout(diagram: diagram)
        let frames = diagram.boxes.enumerated().map { place, box in
            let (origin, size) = (layout.origins[place], DiagramMetrics.size(of: box))
            return Frame(left: origin.x, top: origin.y, right: origin.x + size.width, bottom: origin.y + size.height)
        }
        for (place, frame) in frames.enumerated() {
            #expect(frame.left >= 0 && frame.top >= 0 && frame.right <= layout.width && frame.bottom <= layout.height)
            for other in frames[(place + 1)...] {
                let isApart =
                    frame.right <= other.left || other.right <= frame.left || frame.bottom <= other.top
                    || other.bottom <= frame.top
                #expect(isApart)
            }
        }
        for wire in layout.wires {
            for end in wire.ends {
                // Along, up or down, along.
                let pieces = [
                    (wire.start.x + 0.1, wire.start.y, wire.track, wire.start.y),
                    (wire.track, min(wire.start.y, end.point.y), wire.track, max(wire.start.y, end.point.y)),
                    (wire.track, end.point.y, end.point.x - 0.1, end.point.y),
                ]
                for (left, top, right, bottom) in pieces {
                    let hit = frames.contains {
                        left < $0.right - 0.5 && right > $0.left + 0.5 && top < $0.bottom - 0.5 && bottom > $0.top + 0.5
                    }
                    #expect(!hit)
                }
            }
        }
        let drawn = layout.wires.flatMap(\.ends).compactMap(\.link)
        let wanted = diagram.links.indices.filter { diagram.links[$0].child.name != diagram.links[$0].parent.name }
        #expect(drawn.sorted() == wanted)
    }

    @Test func theSameEveryTime() throws {
        let scratch = try ToolScratch()
        let file = try scratch.open(schema(tables: 30, seed: 7))
        let text = try Diagram(of: file).text(.svg)
        for _ in 0..<3 { #expect(try Diagram(of: file).text(.svg) == text) }
    }

    @Test func namesAreEscaped() throws {
        let scratch = try ToolScratch()
        let file = try scratch.open(#"CREATE TABLE "<a & ""b"">" ("x<y" "T&U")"#)
        let svg = try Diagram(of: file).text(.svg)
        #expect(svg.contains("&lt;a &amp; &quot;b&quot;&gt;"))
        #expect(!svg.contains("<a &"))
        #expect(try Diagram(of: file).text(.mermaid).contains("T_U x_y \"x#60;y\""))
    }

    @Test func whatXMLCannotHoldIsReplaced() throws {
        let scratch = try ToolScratch()
        let file = try scratch.open("CREATE TABLE \"a\u{FFFF}b\u{FFFE}c\u{1}\" (x)")
        #expect(try Diagram(of: file).text(.svg).contains("<title>a\u{FFFD}b\u{FFFD}c\\u{1}</title>"))
    }

    @Test func aStackKeepsItsDistances() {
        let heights = StackHeights.solve([
            .init(wish: 10, weight: 1, distance: 20), .init(wish: 0, weight: 1, distance: 20),
            .init(wish: 100, weight: 1, distance: 20),
        ])
        #expect(heights == [-5, 15, 100])
    }
}
