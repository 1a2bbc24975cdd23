import APIClient
import Configuration

extension SystemFacts {
    /// The maximum number of kinds of lines that are named.
    private static let maxUnread = 4

    /// The lines of gpsd that cannot be read, those of the daemon since its start if it has any; nil without any.
    var unreadLines: String? {
        let known = daemon.document?.gpsd?.unread?.map { "\($0.what) (\($0.count))" } ?? []
        let sorted = gpsd.unread.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let kinds = known.isEmpty ? sorted.map { "\($0.key) (\($0.value))" } : known
        guard !kinds.isEmpty else { return nil }
        let whose = known.isEmpty ? "lines cannot be read" : "whereismyd could not read all lines since its start"
        return "\(whose): \(kinds.prefix(Self.maxUnread).joined(separator: ", "))"
    }

    /// A one-line instruction for lines that cannot be read.
    var unreadCure: String { "see that gpsd itself is at \(settings.gpsd), and not a program that resembles it" }
}
