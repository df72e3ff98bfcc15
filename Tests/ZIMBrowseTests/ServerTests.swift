import FlyingFox
import FlyingSocks
import Foundation
import Testing

@testable import ZIMBrowse

/// The server itself, asked over a socket as a browser asks.
@Suite struct ServerTests {
    @Test func whatComesOverTheWire() async throws {
        let bench = try Bench(Store.sql)
        let server = BrowseServer(site: bench.site)
        let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
        let serving = Task { try await server.run { continuation.yield($0) } }
        defer { serving.cancel() }
        var iterator = addresses.makeAsyncIterator()
        let url = try #require(await iterator.next())
        let parts = url.split(separator: "/", omittingEmptySubsequences: true)
        let (host, token) = (String(parts[1]), String(parts[2]))
        let port = try #require(UInt16(host.split(separator: ":")[1]))
        func ask(_ path: String, method: String = "GET", host: String = host, more: String = "") async throws -> String
        {
            let socket = try await AsyncSocket.connected(
                to: .inet(ip4: "127.0.0.1", port: port), timeout: 600)
            let head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\(more)\r\n"
            try await socket.write(Data(head.utf8))
            var bytes: [UInt8] = []
            do { for try await byte in socket.bytes { bytes.append(byte) } } catch is SocketError {}
            try socket.close()
            return String(decoding: bytes, as: UTF8.self)
        }
        let page = try await ask("/\(token)/table?t=orders")
        #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.contains("Content-Security-Policy: default-src 'none'"))
        #expect(page.contains("<h1>orders</h1>") && page.hasSuffix("</html>\n"))
        let head = try await ask("/\(token)/table?t=orders", method: "HEAD")
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("\r\n\r\n"))
        #expect(try await ask("/\(token)").contains("Location: /\(token)/\r\n"))
        for (answer, status) in [
            (try await ask("/"), "403 Forbidden"), (try await ask("/\(token)x/"), "403 Forbidden"),
            (try await ask("/\(token)/", host: "evil.example"), "403 Forbidden"),
            (try await ask("/\(token)/", host: "evil.example:\(port)"), "403 Forbidden"),
            (try await ask("/\(token)/", more: "Origin: http://evil.example\r\n"), "403 Forbidden"),
            (try await ask("/\(token)/", more: "Sec-Fetch-Site: cross-site\r\n"), "403 Forbidden"),
            (try await ask("/\(token)/", method: "POST"), "405 Method Not Allowed"),
            (try await ask("/\(token)/nothing"), "404 Not Found"),
            (try await ask("/\(token)/../\(token)/"), "404 Not Found"),
            (try await ask("/\(token)/style.css"), "200 OK"), (try await ask("/\(token)/script.js"), "200 OK"),
        ] {
            #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\n"), "\(answer.prefix(200))")
            #expect(status == "200 OK" || !answer.contains("orders"), "\(answer)")
        }
    }

    @Test(.timeLimit(.minutes(25))) func aPortInUseIsSaidAtOnce() async throws {
        let bench = try Bench("CREATE TABLE t (a int, b int, PRIMARY KEY (a, b));")
        let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
        let serving = Task { try await BrowseServer(site: bench.site).run { continuation.yield($0) } }
        defer { serving.cancel() }
        var iterator = addresses.makeAsyncIterator()
        let address = try #require(await iterator.next())
        let port = try #require(UInt16(address.split(separator: "/")[1].split(separator: ":")[1]))
        do {
            try await BrowseServer(site: bench.site, port: port).run { Issue.record("\($0)") }
            Issue.record("two servers listen on a port")
        } catch let failure as BrowseFailure {
            #expect(failure.description.contains("no server can listen on 127.0.0.1"))
        }
    }

    /// A browser that asks to keep a connection would keep one of the program's files.
    @Test(.timeLimit(.minutes(25))) func whatIsAnsweredIsClosed() async throws {
        let bench = try Bench("CREATE TABLE t (a int, b int, PRIMARY KEY (a, b));")
        let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
        let serving = Task { try await BrowseServer(site: bench.site).run { continuation.yield($0) } }
        defer { serving.cancel() }
        var iterator = addresses.makeAsyncIterator()
        let parts = try #require(await iterator.next()).split(separator: "/")
        let port = try #require(UInt16(parts[1].split(separator: ":")[1]))
        let socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port), timeout: 600)
        let head = "GET /\(parts[2])/table?t=t HTTP/1.1\r\nHost: \(parts[1])\r\nConnection: keep-alive\r\n\r\n"
        try await socket.write(Data(head.utf8))
        var bytes: [UInt8] = []
        do { for try await byte in socket.bytes { bytes.append(byte) } } catch is SocketError {}
        try socket.close()
        let answer = String(decoding: bytes, as: UTF8.self)
        #expect(answer.contains("Connection: close") && answer.hasSuffix("</html>\n"), "\(answer.prefix(300))")
    }
}
