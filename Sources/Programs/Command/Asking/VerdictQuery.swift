import APIClient
import Basics
import Location

/// Which of the daemon's verdicts are wanted.
struct VerdictQuery: Hashable {
    /// How many at most, the latest; nil for all.
    var last: Int?
    /// Those that were made then or later; nil for all.
    var since: Timestamp?
    /// Whether only rejections are wanted.
    var rejectedOnly = false

    /// What asks the daemon for them, a line each, oldest first.
    var request: ClientRequest {
        let arguments = [
            last.map { "last=\($0)" }, since.map { "since=\(ClientRequest.escaped($0.iso8601))" },
            rejectedOnly ? "rejected=yes" : nil,
        ].compactMap { $0 }
        let query = arguments.isEmpty ? "" : "?" + arguments.joined(separator: "&")
        return ClientRequest(target: "/v1/verdicts\(query)", headers: [("Accept", "application/x-ndjson")])
    }
}
