#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// Columns of shapes, which come as bytes.
    @Suite(.mySQLServer) struct MySQLShapeTests {
        /// Also where no row tells it.
        @Test func classes() throws {
            let types = [
                "POINT", "LINESTRING", "POLYGON", "GEOMETRY", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON",
                "GEOMETRYCOLLECTION",
            ]
            let columns = types.enumerated().map { "c\($0) \($1)" }.joined(separator: ", ")
            let source = try MySQLScratch("CREATE TABLE g (a INT, b INT, \(columns), PRIMARY KEY (a, b))")
            let (scratch, file) = (try ToolScratch(), try InspectedDatabase(place: source.url))
            _ = try Generation(of: file).write(to: scratch.folder)
            let text = try #require(scratch.text("G.swift"))
            for index in types.indices { #expect(text.contains("    var c\(index): Data? {"), "\(text)") }
            try source.execute("INSERT INTO g (a, b, c0) VALUES (1, 1, POINT(1, 2))")
            #expect(try FolderCheck(of: file, folder: scratch.folder).differences == [])
        }
    }
#endif
