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
        let frames = diagram.boxes.enumerated().map { index, box in
            let (origin, size) = (layout.origins[index], DiagramMetrics.size(of: box))
            return Frame(left: origin.x, top: origin.y, right: origin.x + size.width, bottom: origin.y + size.height)
        }
        for (index, frame) in frames.enumerated() {
            #expect(frame.left >= 0 && frame.top >= 0 && frame.right <= layout.width && frame.bottom <= layout.height)
            for other in frames[(index + 1)...] {
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

    /// A table that only a foreign key names is drawn, and columns that do not exist are at the heading.
    @Test func danglingForeignKeysAreDrawn() throws {
        let scratch = try ToolScratch()
        let file = try scratch.open(
            """
            CREATE TABLE p (a INT, b INT, PRIMARY KEY (a, b));
            CREATE TABLE c (id INTEGER PRIMARY KEY, a INT, b INT, x INT,
                FOREIGN KEY (a, b) REFERENCES nowhere, FOREIGN KEY (x) REFERENCES p (gone));
            """)
        let diagram = try Diagram(of: file)
        #expect(diagram.boxes.map(\.table.name) == ["c", "p", "nowhere"])
        #expect(diagram.boxes.map(\.isMissing) == [false, false, true])
        #expect(
            diagram.links.map(\.words) == ["c belongs to nowhere by (a, b) = (a, b)", "c belongs to p by (x) = (gone)"])
        #expect(diagram.dangling == [0, 1])
        let svg = diagram.text(.svg)
        #expect(svg.contains("does not exist</text>") && svg.contains(">to nothing</text>"))
        #expect(svg.contains("class=\"line lost\""))
        #expect(diagram.text(.mermaid).contains("nowhere }o--o{ c : \"a, b, dangling\""))
        #expect(diagram.text(.dot).contains("does not exist"))
    }

    /// The colour of a table is the same in the whole picture and in a part of it.
    @Test func aPartKeepsTheColours() throws {
        let scratch = try ToolScratch()
        let file = try scratch.open(
            """
            CREATE TABLE a (x INT, y INT, PRIMARY KEY (x, y)); CREATE TABLE b (x INTEGER PRIMARY KEY);
            CREATE TABLE a1 (x INT, y INT, FOREIGN KEY (x, y) REFERENCES a); CREATE TABLE b1 (x INT REFERENCES b);
            """)
        func color(of name: String, _ diagram: Diagram) throws -> String {
            let place = try #require(diagram.boxes.firstIndex { $0.table.name == name })
            return DiagramColors(diagram: diagram).ofBox(place)
        }
        let whole = try Diagram(of: file)
        var options = Diagram.Options()
        options.around = "b1"
        let part = try Diagram(of: file, options: options)
        #expect(part.boxes.map(\.table.name) == ["b", "b1"])
        #expect(try color(of: "b", part) == color(of: "b", whole))
        #expect(try color(of: "b", whole) != color(of: "a", whole))
        #expect(try color(of: "b1", part) == DiagramColors.plain)
    }

    /// A composite reference of a table to itself has brackets on both sides, and ends at the key.
    @Test func loopsEndAtTheKey() throws {
        let scratch = try ToolScratch()
        let file = try scratch.open(
            "CREATE TABLE t (a INT, b INT, pa INT, pb INT, PRIMARY KEY (a, b), FOREIGN KEY (pa, pb) REFERENCES t);"
                + "CREATE TABLE u (name TEXT, other TEXT REFERENCES u (name));")
        let diagram = try Diagram(of: file)
        let layout = DiagramLayout(diagram: diagram)
        let (origin, size) = (layout.origins[0], DiagramMetrics.size(of: diagram.boxes[0]))
        let key =
            origin.y
            + (DiagramMetrics.middle(of: "a", in: diagram.boxes[0])
                + DiagramMetrics.middle(of: "b", in: diagram.boxes[0])) / 2
        let svg = diagram.text(.svg)
        let x = Int(origin.x + size.width)
        #expect(svg.contains(" \(Int(key))H\(x)\"><title>t belongs to t by (pa, pb)</title>"))
        // One stroke along the rows of the foreign key, one along those of the key.
        #expect(svg.components(separatedBy: "M\(x + 4) ").count - 1 >= 2)
        // "name" is not unique, so no stroke says "one at most".
        let strokes = svg.components(separatedBy: "v10").count - 1
        #expect(strokes == 2)  // at the key of t, and in the legend
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
