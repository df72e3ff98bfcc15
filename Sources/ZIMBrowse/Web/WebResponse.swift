import Foundation

/// What a page answers.
struct WebResponse: Sendable {
    enum Status: Int, Sendable {
        case ok = 200
        case seeOther = 303
        case badRequest = 400
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case failed = 500
    }

    var status = Status.ok
    var type: String
    var body: Data
    /// Where a redirection leads to.
    var location: Address?
    /// The name under which a browser keeps it; nil for what is shown.
    var fileName: String?
    /// Whether it may be kept by the browser: our own files only.
    var isFile = false

    init(_ text: String, type: String) {
        self.type = type
        body = Data(text.utf8)
    }

    init(_ bytes: [UInt8], type: String) {
        self.type = type
        body = Data(bytes)
    }

    init(redirectingTo address: Address) {
        self.init("", type: "text/plain; charset=utf-8")
        status = .seeOther
        location = address
    }

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The headers of every answer: nothing from elsewhere, nothing inline, nothing kept, nothing guessed.
    ///
    /// Source: <https://www.w3.org/TR/CSP3/>
    var headers: [(name: String, value: String)] {
        var headers = [
            ("Content-Type", type),
            (
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
            ),
            ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cache-Control", isFile ? "private, max-age=3600" : "no-store"),
        ]
        if let location { headers.append(("Location", location.text)) }
        if let fileName {
            let plain = String(
                fileName.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
            headers.append(("Content-Disposition", "attachment; filename=\"\(plain)\""))
        }
        return headers
    }
}
