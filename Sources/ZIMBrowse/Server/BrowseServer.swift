import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// Serves a database's pages over HTTP, for browsers on this machine only.
package final class BrowseServer: Sendable {
    private let site: Site
    private let token = Gate.newToken()
    private let port: UInt16

    /// - Parameter port: 0 for any that is free.
    package init(site: Site, port: UInt16 = 0) {
        self.site = site
        self.port = port
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter isReady: gets the address to open, with its token.
    package func run(isReady: @escaping @Sendable (String) -> Void) async throws {
        let token = token
        let known = Mutex<UInt16?>(nil)
        while true {
            do {
                try await serve(on: known.withLock { $0 } ?? port) { port in
                    let isFirst = known.withLock { known in
                        defer { known = port }
                        return known == nil
                    }
                    if isFirst { isReady("http://127.0.0.1:\(port)/\(token)/") }
                }
                return
            } catch let error as SocketError {
                // More connections than the program may have files end the library's server, and are closed with it: it
                // begins again.
                guard case .failed("Accept", _, _) = error, known.withLock({ $0 != nil }) else {
                    throw BrowseFailure("no server can listen on 127.0.0.1: \(error.localizedDescription)")
                }
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private func serve(on port: UInt16, isListening: @escaping @Sendable (UInt16) -> Void) async throws {
        let (token, site, pool) = (token, site, ClosingPool())
        // A page has its own limits of time, which are far shorter.
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: port), timeout: 120, pool: pool, logger: .disabled)
        // The server keeps the closure, which must not keep the server.
        await server.appendRoute("*") { [weak server] request in
            guard case .ip4(_, let port)? = await server?.listeningAddress else {
                return HTTPResponse(statusCode: .serviceUnavailable)
            }
            let answer = await Self.answer(request, Gate(port: port, token: token), site)
            // What else has a body, which the library reads to its end before it answers.
            if [.GET, .HEAD].contains(request.method) { pool.noteAnswer(to: request.remoteAddress) }
            return answer
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask {
                // A machine that is busy takes longer than the five seconds of the default.
                try await server.waitUntilListening(timeout: 600)
                if case .ip4(_, let port)? = await server.listeningAddress { isListening(port) }
            }
            // The first failure ends the other, too: nobody waits for a server that cannot listen.
            for try await _ in group {}
        }
    }

    private static func answer(_ request: HTTPRequest, _ gate: Gate, _ site: Site) async -> HTTPResponse {
        let head = Gate.Head(
            method: request.method.rawValue, path: request.target.path(), host: request.headers[.host],
            origin: request.headers[HTTPHeader("Origin")], site: request.headers[HTTPHeader("Sec-Fetch-Site")])
        let response: WebResponse
        switch gate.admit(head) {
        case .page(let page):
            response = await site.respond(to: WebRequest(page: page, query: request.target.query()))
        case .redirect:
            // Links are relative to the folder that the token is.
            var answer = HTTPResponse(statusCode: .seeOther)
            answer.headers[.location] = "/\(gate.token)/"
            answer.headers[.connection] = "close"
            return answer
        case .refused(let words):
            response = .plain(words, .forbidden)
        case .method:
            response = .plain("Pages are read only: GET and HEAD.", .methodNotAllowed)
        }
        var headers = HTTPHeaders()
        for (name, value) in response.headers { headers[HTTPHeader(name)] = value }
        // Head and body are two writes, of which the second would wait for a delayed acknowledgement, 40 ms, on a
        // connection that is used again: each request has its own.
        headers[.connection] = "close"
        let isHead = head.method == "HEAD"
        if isHead { headers[.contentLength] = String(response.body.count) }
        return HTTPResponse(
            statusCode: HTTPStatusCode(response.status.rawValue, phrase: response.status.phrase), headers: headers,
            body: isHead ? Data() : response.body)
    }
}

/// Why pages cannot be served.
package struct BrowseFailure: Error, Sendable, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}

extension WebResponse {
    static func plain(_ words: String, _ status: Status) -> WebResponse {
        var response = WebResponse(words + "\n", type: "text/plain; charset=utf-8")
        response.status = status
        return response
    }
}

extension WebResponse.Status {
    fileprivate var phrase: String {
        switch self {
        case .ok: "OK"
        case .seeOther: "See Other"
        case .badRequest: "Bad Request"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .failed: "Internal Server Error"
        }
    }
}
