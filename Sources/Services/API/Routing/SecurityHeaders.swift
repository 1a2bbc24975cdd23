import HTTPServer

/// Headers that go with every answer, and tell a browser what must not happen.
struct SecurityHeaders: Sendable {
    private let everywhere: [HTTPField]
    private let page: HTTPField
    private let other = HTTPField("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")

    /// - Parameter tiles: the origins that tiles of the map are loaded from, beside our own.
    init(tiles: [String]) {
        everywhere = [
            HTTPField("X-Content-Type-Options", "nosniff"),
            // The servers of tiles want to know which site asks, and nobody needs to know which page.
            HTTPField("Referrer-Policy", "strict-origin-when-cross-origin"),
            HTTPField("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        let images = (["'self'", "data:"] + tiles).joined(separator: " ")
        page = HTTPField(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src \(images); connect-src 'self'; "
                + "manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'")
    }

    /// Adds them; a policy that an endpoint has set stands.
    func apply(to response: inout HTTPResponse) {
        response.headers += everywhere
        guard !response.has("Content-Security-Policy") else { return }
        let isPage = response.header("Content-Type")?.hasPrefix("text/html") ?? false
        response.headers.append(isPage ? page : other)
    }
}

extension HTTPResponse {
    /// The first header of that name, as we write it.
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Whether it has a header of that name, as we write it.
    func has(_ name: String) -> Bool { header(name) != nil }
}
