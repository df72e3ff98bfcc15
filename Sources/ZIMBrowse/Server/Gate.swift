/// Who may ask: a browser on this machine that was given the address with the token.
///
/// A page of somebody else's cannot read it, whatever name it gives to 127.0.0.1: the Host must be ours (against DNS
/// rebinding), and so must the Origin where the browser tells one. The token keeps out whoever else uses the machine.
struct Gate: Sendable {
    let port: UInt16
    let token: String

    /// 192 random bits.
    static func newToken() -> String {
        var generator = SystemRandomNumberGenerator()
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
        return String((0..<32).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] })
    }

    /// What a request's head says, as far as it matters here.
    struct Head: Sendable {
        var method = "GET"
        var path: String
        var host: String?
        var origin: String?
        /// `Sec-Fetch-Site`: where a browser says that the request comes from.
        var site: String?
    }

    enum Answer: Sendable, Equatable {
        /// The name of the page behind the token.
        case page(String)
        /// The token without a slash behind it.
        case redirect
        case refused(String)
        case method
    }

    private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }

    func admit(_ head: Head) -> Answer {
        guard let host = head.host?.lowercased(), hosts.contains(host) else {
            return .refused("This host is not served here.")
        }
        if let origin = head.origin?.lowercased(), !hosts.contains(where: { origin == "http://" + $0 }) {
            return .refused("Requests from other sites are not answered.")
        }
        if let site = head.site?.lowercased(), site != "same-origin", site != "none" {
            return .refused("Requests from other sites are not answered.")
        }
        guard head.method == "GET" || head.method == "HEAD" else { return .method }
        let parts = head.path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].isEmpty, Self.isSame(parts[1], token) else {
            return .refused("The address lacks the token that zim browse has printed.")
        }
        return parts.count == 3 ? .page(String(parts[2])) : .redirect
    }

    /// Takes as long for a token that is almost right as for any other.
    private static func isSame(_ left: Substring, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for (one, other) in zip(left, right) { difference |= one ^ other }
        return difference == 0
    }
}
