import Foundation

/// What may be shown of a URL, or of whatever else says where a database is.
enum URLText {
    /// A URL, or libpq's `key=value` pairs, for a message: without what is secret in it, however it is written.
    ///
    /// It rather hides too much: in `postgres://ada:pa/ss@host/x` all from the first colon to the last `@` is the password.
    static func withoutPassword(_ url: String) -> String {
        let (scheme, rest) = parts(of: url)
        var text = rest
        if let scheme, let at = text.lastIndex(of: "@"), let colon = text[..<at].firstIndex(of: ":") {
            text = text[..<colon] + ":…" + text[at...]
            return scheme + withoutSecretParameters(text)
        }
        // The host was forgotten: what stands for the port is the password.
        if let scheme, isServer(scheme), !text.contains("@"), let colon = text.firstIndex(of: ":") {
            let end = text[colon...].firstIndex { "/?#".contains($0) } ?? text.endIndex
            // `h1:5432,h2:5433`
            let ports = text[..<end].split(separator: ",").map { $0.split(separator: ":").dropFirst().joined() }
            if !ports.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }), !text.hasPrefix("[") {
                text = text[...colon] + "…" + text[end...]
            }
        }
        return (scheme ?? "") + withoutSecretParameters(text)
    }

    /// `postgres://` and what follows; also where the slashes were forgotten.
    private static func parts(of url: String) -> (scheme: String?, rest: String) {
        if let range = url.range(of: "://") {
            return (String(url[..<range.upperBound]), String(url[range.upperBound...]))
        }
        guard let colon = url.firstIndex(of: ":") else { return (nil, url) }
        let name = url[..<colon]
        guard name.count > 1, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+") }) else {
            return (nil, url)
        }
        return (String(url[...colon]), String(url[url.index(after: colon)...]))
    }

    private static func isServer(_ scheme: String) -> Bool {
        !["sqlite", "sqlite3", "file"].contains(scheme.prefix { $0 != ":" }.lowercased())
    }

    /// `password = 'a b'` of pairs, and `?PASSWORD=a&…` of a URL, whose name may be written with %xx.
    private static func withoutSecretParameters(_ text: String) -> String {
        let pairs = text.replacingOccurrences(
            of: #"(?i)\b(password|passfile|sslpassword)(\s*=\s*)('(\\.|[^'\\])*'?|(\\.|[^&\s\\])*)"#, with: "$1$2…",
            options: .regularExpression)
        guard pairs.contains("%"), let question = pairs.firstIndex(of: "?") else { return pairs }
        let parameters = pairs[pairs.index(after: question)...].split(separator: "&", omittingEmptySubsequences: false)
        return pairs[...question]
            + parameters.map { parameter in
                guard let equals = parameter.firstIndex(of: "=") else { return String(parameter) }
                let name = parameter[..<equals].removingPercentEncoding?.lowercased() ?? "password"
                return name.contains("pass") ? parameter[...equals] + "…" : String(parameter)
            }.joined(separator: "&")
    }
}
