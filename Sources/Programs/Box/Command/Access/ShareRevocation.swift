import APIClient
import CommandLine

/// `whereismy share revoke`: ends one share by its identifier, those with a label or a note, or all.
struct ShareRevocation {
    static let all = Option("all", help: "revoke: end all shares")

    private static let collection = "/v1/shares"

    let client: DaemonClient
    let report: ChangeReport

    /// Ends the share with this identifier; without one, those with this label or note.
    ///
    /// - Throws: ``DaemonError``, also if no share has that identifier, label or note.
    func revoke(_ name: String) throws(DaemonError) -> CommandResult {
        do throws(DaemonError) {
            return try report.revoke(name, in: Self.collection, by: client)
        } catch {
            guard error.problemCode == "absent" else { throw error }
            let labelled = try shares().filter { $0.label == name || $0.note == name }
            guard !labelled.isEmpty else { throw error }
            return try revoke(labelled)
        }
    }

    func revokeAll() throws(DaemonError) -> CommandResult {
        let shares = try shares()
        guard !shares.isEmpty else { return CommandResult(diagnostics: SharedLinks.none, code: .nothingKnown) }
        return try revoke(shares)
    }

    private func shares() throws(DaemonError) -> [SharedLink] {
        try client.document(SharedLinks.self, ClientRequest(target: Self.collection)).document.shares
    }

    private func revoke(_ shares: [SharedLink]) throws(DaemonError) -> CommandResult {
        var output: [UInt8] = []
        for share in shares {
            output += try report.revoke(share.id, in: Self.collection, by: client).output
        }
        return CommandResult(output: output)
    }
}
