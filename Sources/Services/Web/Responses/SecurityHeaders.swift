package import HTTPServer

/// The security headers of every response.
package struct SecurityHeaders: Sendable {
    private let everywhere: [HTTPField]
    private let page: HTTPField
    private let other = HTTPField("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")

    /// - Parameter tiles: the origins of map tiles, beside our own.
    package init(tiles: [String]) {
        everywhere = [
            HTTPField("X-Content-Type-Options", "nosniff"),
            // Tile servers require the site in the referrer, and nobody needs the page.
            HTTPField("Referrer-Policy", "strict-origin-when-cross-origin"),
            HTTPField("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        let images = (["'self'", "data:"] + tiles).joined(separator: " ")
        page = HTTPField(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src \(images); connect-src 'self'; "
                + "manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'")
    }

    /// Adds the headers; a policy set by a handler stays.
    package func apply(to response: inout HTTPResponse) {
        response.headers += everywhere
        guard !response.has("Content-Security-Policy") else { return }
        let isPage = response.header("Content-Type")?.hasPrefix("text/html") ?? false
        response.headers.append(isPage ? page : other)
    }
}

extension HTTPResponse {
    /// Returns the first header of that name, in our spelling.
    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Returns true if it has a header of that name, in our spelling.
    package func has(_ name: String) -> Bool { header(name) != nil }
}
