import Testing

@testable import ZIMBrowse

/// Who is let in.
@Suite struct GateTests {
    private let gate = Gate(port: 8080, token: "secret")

    private func head(
        _ path: String = "/secret/table", method: String = "GET", host: String? = "127.0.0.1:8080",
        origin: String? = nil,
        site: String? = nil
    ) -> Gate.Head { Gate.Head(method: method, path: path, host: host, origin: origin, site: site) }

    @Test func theAddressThatWasPrintedIsAnswered() {
        #expect(gate.admit(head()) == .page("table"))
        #expect(gate.admit(head("/secret/")) == .page(""))
        #expect(gate.admit(head("/secret")) == .redirect)
        #expect(gate.admit(head(host: "LOCALHOST:8080")) == .page("table"))
        #expect(gate.admit(head(origin: "http://127.0.0.1:8080", site: "same-origin")) == .page("table"))
        #expect(gate.admit(head(method: "HEAD", site: "none")) == .page("table"))
    }

    @Test(arguments: [
        "evil.example", "evil.example:8080", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8080.evil.example", "localhost",
        "[::1]:8080",
        "127.0.0.2:8080", "", "127.0.0.1:8080 ",
    ])
    func anotherHostIsRefused(_ host: String) {
        #expect(gate.admit(head(host: host)) == .refused("This host is not served here."))
    }

    @Test func noHostIsRefused() { #expect(gate.admit(head(host: nil)) == .refused("This host is not served here.")) }

    @Test(arguments: [
        "http://evil.example", "null", "https://127.0.0.1:8080", "http://127.0.0.1:80", "http://127.0.0.1:8080/",
        "file://",
    ])
    func anotherOriginIsRefused(_ origin: String) {
        #expect(gate.admit(head(origin: origin)) == .refused("Requests from other sites are not answered."))
    }

    @Test(arguments: ["cross-site", "same-site", "anything"])
    func anotherSiteIsRefused(_ site: String) {
        #expect(gate.admit(head(site: site)) == .refused("Requests from other sites are not answered."))
    }

    @Test(arguments: [
        "/", "", "/secre/", "/secrets/", "/Secret/", "//secret/", "/table", "secret/", "/x/secret/", "/secret%2F",
    ])
    func withoutTheTokenNothingIsAnswered(_ path: String) {
        #expect(gate.admit(head(path)) == .refused("The address lacks the token that zim browse has printed."))
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get"])
    func otherMethodsAreNotAllowed(_ method: String) { #expect(gate.admit(head(method: method)) == .method) }

    @Test func tokensDiffer() {
        let tokens = Set((0..<50).map { _ in Gate.newToken() })
        #expect(tokens.count == 50)
        #expect(tokens.allSatisfy { $0.utf8.count == 32 && $0.utf8.allSatisfy { AddressText.isPlain($0) } })
    }

    @Test func answersForbidAllThatIsNotOurs() {
        let headers = Dictionary(
            uniqueKeysWithValues: WebResponse("", type: "text/html").headers.map { ($0.name, $0.value) })
        #expect(headers["Content-Security-Policy"]?.contains("unsafe") == false)
        #expect(headers["Content-Security-Policy"]?.hasPrefix("default-src 'none';") == true)
        #expect(headers["X-Content-Type-Options"] == "nosniff")
        #expect(headers["Cache-Control"] == "no-store")
    }
}
