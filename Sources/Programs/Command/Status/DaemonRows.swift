import APIClient
import Basics
import Location
import Pages

/// What the daemon tells of itself, in rows; what is not known has none.
struct DaemonRows {
    private let document: StatusDocument
    private let localTime: (String) -> String

    /// Takes what was told, and shows moments by a clock.
    init(_ document: StatusDocument, localTime: @escaping (String) -> String) {
        self.document = document
        self.localTime = localTime
    }

    var rows: [(name: String, words: String)] {
        let rows: [(name: String, words: String?)] = [
            ("daemon", daemon), ("gpsd", document.gpsd?.address), ("history", history),
        ]
        let listeners = (document.listeners ?? []).map { (name: "listener", words: text($0)) }
        return rows.compactMap { row in row.words.map { (row.name, $0) } } + listeners
    }

    private var daemon: String? {
        guard let daemon = document.daemon else { return nil }
        let uptime = daemon.uptime.flatMap { (0...1e10).contains($0) ? "up \(AgeText.span(.seconds($0)))" : nil }
        let parts = [
            daemon.version.map { "whereismyd \($0)" }, daemon.pid.map { "process \($0)" }, uptime,
            daemon.memory.map(SizeText.text),
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    private var history: String? {
        guard let history = document.history else { return nil }
        let span = history.first.map { first in
            "\(localTime(first)) to \(history.last.map(localTime) ?? "now")"
        }
        let parts = [history.file, history.fixes.map { "\($0) fixes" }, history.bytes.map(SizeText.text), span]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    private func text(_ listener: StatusDocument.Listener) -> String {
        let access =
            switch listener.access {
            case "group": "for the group"
            case "token": "by token or signed in"
            case "open": "open to all who can reach it"
            default: listener.access
            }
        return "\(listener.address), \(access)" + (listener.passed == true ? ", passed by systemd" : "")
    }
}
