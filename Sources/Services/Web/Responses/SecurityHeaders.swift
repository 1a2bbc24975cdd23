import Basics
package import HTTPServer

/// The security headers of every response.
package struct SecurityHeaders: Sendable {
    private let everywhere: [HTTPField]
    private let page: HTTPField
    private let other = HTTPField("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")

    /// - Parameter tileURLs: the URLs of map tiles of other servers, such as `https://tile.example/{z}/{x}/{y}.png`.
    package init(tileURLs: [String]) {
        let tiles = tileURLs.compactMap(Self.origin)
        everywhere = [
            HTTPField("X-Content-Type-Options", "nosniff"),
            // Tile servers require the site in the referrer, and not the page.
            HTTPField("Referrer-Policy", "strict-origin-when-cross-origin"),
            HTTPField("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        let images = (["'self'", "data:"] + tiles).joined(separator: " ")
        page = HTTPField(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src \(images); connect-src 'self'; "
                + "manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'")
    }

    /// Returns the origin of a URL for a policy, such as `https://tile.example`; nil without one.
    private static func origin(_ url: String) -> String? {
        guard let host = url.range(ofText: "://")?.upperBound else { return nil }
        // The subdomain {s} becomes a wildcard.
        return String(url.prefix(upTo: url[host...].firstIndex(of: "/") ?? url.endIndex))
            .replacing(text: "{s}", with: "*")
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
