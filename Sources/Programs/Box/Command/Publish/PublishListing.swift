import Basics
import Configuration
import JSON
import Pages
import PublishFormats
import PublishState

/// The destinations with their states, as text or JSON.
struct PublishListing {
    private let destinations: [DestinationState]
    private let settings: Settings
    private let paths: PublishPaths
    private let now: Timestamp
    private let localTime: (Timestamp) -> String

    init(
        _ destinations: [DestinationState], _ settings: Settings, now: Timestamp,
        localTime: @escaping (Timestamp) -> String
    ) {
        self.destinations = destinations
        self.settings = settings
        self.now = now
        self.localTime = localTime
        paths = PublishPaths(state: settings.publishStateDirectory, runtime: settings.publishRuntimeDirectory)
    }

    /// A paragraph for each destination: its name, format and address, then a line for each fact.
    var text: String {
        destinations.map { destination in
            let settings = destination.settings
            let head = "\(settings.name): \(settings.format.rawValue) to \(settings.to.description)"
            let rows = rows(destination).map { ["", $0.name, $0.text] }
            return PrintableText.sanitized(head) + "\n" + TextTable.text(rows)
        }.joined(separator: "\n")
    }

    private func rows(_ destination: DestinationState) -> [(name: String, text: String)] {
        let rows: [(name: String, text: String?)] = [
            ("state", state(destination)), ("waiting", waiting(destination)),
            ("warning", warning(destination)),
            ("last success", destination.status?.lastSuccess.map(dated)),
            ("last error", lastError(destination)), ("set aside", setAside(destination)),
            ("cursor", destination.cursorFault),
        ]
        return rows.compactMap { row in row.text.map { (row.name, $0) } }
    }

    private func state(_ destination: DestinationState) -> String {
        let program = destination.settings.program.rawValue
        switch destination.phase {
        case .upToDate: return "up to date"
        case .waiting: return "sending what waits"
        case .held:
            let since = destination.status?.since.map { " since \(dated($0))" } ?? ""
            return "held\(since): \(destination.problem ?? "")"
        case .running: return "served by \(program), which runs"
        case .stopped: return "not sent: \(program) does not run"
        case .unknown: return "not visible for this user"
        }
    }

    private func waiting(_ destination: DestinationState) -> String? {
        guard let waiting = destination.waiting else { return nil }
        guard let oldest = waiting.oldest else { return destination.phase == .upToDate ? nil : "none" }
        return "\(Self.fixes(waiting.count)), the oldest of \(dated(oldest))"
    }

    private func warning(_ destination: DestinationState) -> String? {
        destination.deadline(settings.history, now: now)?.text
    }

    private func lastError(_ destination: DestinationState) -> String? {
        guard destination.phase != .held, let error = destination.status?.lastError else { return nil }
        return (destination.status?.lastErrorTime.map { "\(dated($0)): " } ?? "") + error
    }

    private func setAside(_ destination: DestinationState) -> String? {
        guard destination.setAside > 0 else { return nil }
        return "\(Self.fixes(destination.setAside)) in \(paths.rejected(of: destination.settings.name))"
    }

    private func dated(_ moment: Timestamp) -> String { "\(localTime(moment)), \(AgeText.text(now - moment))" }

    static func fixes(_ count: Int) -> String { "\(count) fix\(count == 1 ? "" : "es")" }
}

extension PublishListing {
    /// A line of JSON for each destination.
    var json: [UInt8] {
        destinations.flatMap { destination in
            JSONWriter.line { add(destination, to: &$0) }
        }
    }

    private func add(_ destination: DestinationState, to json: inout JSONWriter) {
        let status = destination.status
        json.string("name", destination.settings.name)
        json.word("format", destination.settings.format.rawValue)
        json.string("to", destination.settings.to.description)
        json.word("program", destination.settings.program.rawValue)
        json.word("state", destination.phase.rawValue)
        json.string("problem", destination.problem)
        json.time("since", status?.since)
        json.integer("waiting", destination.waiting?.count)
        json.time("oldest", destination.waiting?.oldest)
        json.string("warning", warning(destination))
        json.time("lastSuccess", status?.lastSuccess)
        json.string("lastError", status?.lastError)
        json.time("lastErrorTime", status?.lastErrorTime)
        json.integer("setAside", destination.setAside)
        if destination.setAside > 0 { json.string("directory", paths.rejected(of: destination.settings.name)) }
        json.string("cursorFault", destination.cursorFault)
    }
}

/// The row of `whereismy status` about the destinations.
struct PublishRows {
    private let destinations: [DestinationState]
    private let history: HistorySettings
    private let now: Timestamp

    init(_ overview: PublishOverview, _ history: HistorySettings, now: Timestamp) {
        destinations = overview.destinations
        self.history = history
        self.now = now
    }

    /// A row for each destination with a problem or something that waits, or one for all; none without destinations.
    var rows: [(name: String, text: String)] {
        let troubled = destinations.compactMap { destination in
            text(destination).map { (name: "publish", text: "\(destination.settings.name): \($0)") }
        }
        guard troubled.isEmpty, !destinations.isEmpty else { return troubled }
        let count = destinations.count
        return [("publish", count == 1 ? "\(destinations[0].settings.name), up to date" : "\(count), up to date")]
    }

    private func text(_ destination: DestinationState) -> String? {
        let state: String? =
            switch destination.phase {
            case .upToDate, .running, .waiting: nil
            case .held: "held: \(destination.problem ?? "")"
            case .stopped: "\(destination.settings.program.rawValue) does not run"
            case .unknown: "not visible for this user"
            }
        let waiting = destination.waiting.flatMap { waiting in
            waiting.oldest.map {
                "\(PublishListing.fixes(waiting.count)) wait, the oldest of \(AgeText.text(now - $0))"
            }
        }
        let warning = destination.deadline(history, now: now)?.text
        let parts = [state, waiting, warning, destination.cursorFault].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}

extension DestinationState {
    /// The deadline of the oldest fix that waits; nil if it deserves no warning.
    fileprivate func deadline(_ history: HistorySettings, now: Timestamp) -> RetentionDeadline? {
        waiting?.oldest.flatMap { RetentionDeadline(oldest: $0, history, now: now) }
    }
}

extension RetentionDeadline {
    /// The warning: what happens when, and by which setting.
    var text: String {
        let (verb, key) = isRemoval ? ("removed", "keep") : ("thinned", "thin")
        let time = remaining > .zero ? "are \(verb) in \(AgeText.span(remaining))" : "are being \(verb)"
        return "the oldest \(time) by \(key) in [history]"
    }
}
