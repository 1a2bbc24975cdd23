import Access
package import HTTPServer
import Synchronization

/// Rejects requests for unknown host names; see `HostRule`.
package final class HostCheck: Sendable {
    private let rule: HostRule
    /// The last accepted host: most requests repeat it, and parsing takes time.
    private let lastHost = Mutex<String?>(nil)

    /// Accepts these names, and those that `HostRule` always accepts.
    package init(names: [String]) { rule = HostRule(names: names) }

    /// Checks the host name of a request over the network.
    ///
    /// - Throws: ``Problem`` for an unknown one.
    package func check(_ request: HTTPRequest) throws(Problem) {
        guard case .network = request.origin else { return }
        let host = request.header("Host")
        if let host, host == lastHost.withLock({ $0 }) { return }
        guard let host, rule.allows(host) else {
            throw Problem(
                .misdirectedRequest, code: "unknown-host",
                detail: "unknown host name; fix: add it to names in [http]")
        }
        lastHost.withLock { $0 = host }
    }
}

extension HTTPRequest {
    /// Checks that a change comes from a page of this server, or from no page.
    ///
    /// A foreign page can make a browser send its cookie here, though it cannot read the response.
    ///
    /// - Throws: ``Problem`` for a change by a foreign page.
    package func checkOrigin() throws(Problem) {
        guard method.isChange, !HostRule.isSameOrigin(header("Origin"), host: header("Host")) else { return }
        throw Problem(
            .forbidden, code: "cross-origin", detail: "changes are accepted only from this server's own pages")
    }
}
