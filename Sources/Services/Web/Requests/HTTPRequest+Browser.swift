package import HTTPServer
import Linux

extension HTTPRequest {
    /// True for a browser that shows the response to a person: it prefers HTML, which no script and no program does.
    package var isForPerson: Bool {
        guard [.get, .head].contains(method), let accept = header("Accept") else { return false }
        let offers = ["application/problem+json", "application/json", "text/html"]
        return AcceptedTypes(accept).best(of: offers) == "text/html"
    }

    /// True if the browser uses HTTPS, according to a reverse proxy on this machine.
    ///
    /// The header of any other client would only restrict its own cookie, but no proxy of ours has sent it.
    package var isSecure: Bool {
        guard case .network(let address) = origin, NumericAddress.isLoopback(address) else { return false }
        return header("X-Forwarded-Proto")?.lowercased() == "https"
    }

    /// True for a prefetch of a browser: the headers of Chromium, Safari and Firefox.
    package var isPrefetch: Bool {
        ["Sec-Purpose", "Purpose", "X-Moz"].contains { header($0)?.lowercased().hasPrefix("prefetch") ?? false }
    }
}
