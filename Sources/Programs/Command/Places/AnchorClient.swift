import APIClient
import Basics
import Location
import Wire

/// The requests for the anchor watch.
struct AnchorClient {
    private static let target = "/v1/anchor"

    let client: DaemonClient

    /// Returns the watch; nil if none is set.
    ///
    /// - Throws: ``DaemonError``.
    func current() throws(DaemonError) -> AnchorSummary? {
        let response = try client.send(ClientRequest(target: Self.target))
        return response.content.isEmpty ? nil : try decode(response.content)
    }

    /// Sets a watch, in place of another one or of none, and returns it.
    ///
    /// - Throws: ``DaemonError``, with the code `anchor-set` or `anchor-changed` if another program has set a watch.
    func set(_ order: AnchorOrder, replacing old: AnchorSummary?) throws(DaemonError) -> AnchorSummary {
        let target = Self.target + (old.map { "?replace=yes&set=\($0.set.iso8601)" } ?? "")
        return try decode(client.send(ClientRequest(method: .post, target: target, content: order.bytes)).content)
    }

    /// Ends a watch.
    ///
    /// - Throws: ``DaemonError``, with the code `anchor-changed` if another program has replaced it.
    func end(_ watch: AnchorSummary) throws(DaemonError) {
        _ = try client.send(ClientRequest(method: .delete, target: Self.target + "?set=\(watch.set.iso8601)"))
    }

    private func decode(_ bytes: [UInt8]) throws(DaemonError) -> AnchorSummary {
        do throws(ReportJSONError) { return try AnchorJSON.decode(bytes) } catch {
            throw DaemonError(client.path, damaged: error)
        }
    }
}
