import Basics
import Location
import Pages
import Synchronization
import Systemd

/// Tells the journal what ``StateChanges`` and ``FaultChanges`` find worth a line.
struct StateAnnouncer {
    private var states = StateChanges()
    private let showsPositions: SharedFlag
    private var faults = FaultChanges()

    /// `showsPositions` is whether whoever reads the journal may know where.
    init(showsPositions: SharedFlag = SharedFlag(false)) {
        self.showsPositions = showsPositions
    }

    /// Says what a report says, if its state or a fault of the receiver is news.
    mutating func announce(_ report: Report, at uptime: Duration) {
        if let line = faults.line(for: report) {
            Log.write(.warning, line, event: .receiverFault(report.receiverFault))
        }
        states.showsPositions = showsPositions.isSet
        guard let line = states.line(for: report, at: uptime) else { return }
        Log.write(report.state == .noGPSD ? .warning : .notice, line, event: .state(report.state))
    }
}

/// Something that is so or not, which one thread says and another goes by.
final class SharedFlag: Sendable {
    private let value: Atomic<Bool>

    /// Begins with a value.
    init(_ value: Bool) {
        self.value = Atomic(value)
    }

    /// Whether it is so.
    var isSet: Bool {
        get { value.load(ordering: .relaxed) }
        set { value.store(newValue, ordering: .relaxed) }
    }
}

/// What is worth a line in the journal: each change of state, and not each flicker of a receiver that cannot decide.
struct StateChanges {
    /// A few changes in a row are what starting, stopping and a bridge over the road make.
    private static let burst = 6.0
    /// The pause after which one more line is granted once the burst is used up.
    private static let refillInterval: Duration = .seconds(60)

    private var announced: String?
    /// What was so last, said or not.
    private var seen: String?
    private var allowance = Self.burst
    private var refilledAt: Duration = .zero
    private var omitted = 0
    /// Whether a line says where.
    var showsPositions = false

    /// The line to say about a report; nil when it is no news, or too much of it.
    mutating func line(for report: Report, at uptime: Duration) -> String? {
        let news = report.stateText
        let isChange = news != seen
        seen = news
        // What was too much when it came is said once there is room, so that the last word is right.
        guard news != announced else {
            if isChange { omitted += 1 }
            return nil
        }
        allowance = min(Self.burst, allowance + (uptime - refilledAt) / Self.refillInterval)
        refilledAt = uptime
        guard allowance >= 1 else {
            if isChange { omitted += 1 }
            return nil
        }
        allowance -= 1
        announced = news
        if !isChange { omitted -= 1 }
        defer { omitted = 0 }
        let omitted = omitted == 0 ? [] : ["after \(omitted) \(omitted == 1 ? "change" : "changes") unsaid"]
        return PrintableText.sanitized((report.summaryParts + place(of: report) + omitted).joined(separator: ", "))
    }

    private func place(of report: Report) -> [String] {
        guard showsPositions, report.state == .live, let place = report.fix?.coordinate else { return [] }
        let (latitude, longitude) = (place.latitude, place.longitude)
        return ["at \(FixedDecimalText.text(latitude, decimals: 6)), \(FixedDecimalText.text(longitude, decimals: 6))"]
    }
}

/// What is worth a line in the journal about receivers: each fault once, with its cure.
struct FaultChanges {
    /// A sender of made-up names of devices must not fill the memory, nor the journal.
    private static let maxDevices = 32

    private var reported: Set<String> = []

    /// The line to say about a report; nil where it has no fault, or one that was told.
    mutating func line(for report: Report) -> String? {
        guard let fault = report.receiverFault, reported.count < Self.maxDevices, reported.insert(fault.device).inserted
        else { return nil }
        return PrintableText.sanitized("\(fault.device): \(fault.explanation); what helps: \(fault.remedy)")
    }
}

extension LogEvent {
    /// What is so now: the state has changed, or its reason.
    static func state(_ state: TrackingState) -> LogEvent {
        LogEvent(messageID: "552afe810757406a9599a7f67f2fd444", fields: ["WHEREISMY_STATE": state.rawValue])
    }

    /// Something has happened at a place.
    static func place(_ occurrence: PlaceEvent) -> LogEvent {
        LogEvent(
            messageID: "eb3ccc1ceec949d0a2beb7234733a64b",
            fields: [
                "WHEREISMY_EVENT": occurrence.kind.rawValue,
                "WHEREISMY_PLACE": PrintableText.sanitized(occurrence.place),
            ])
    }

    /// A receiver has a known fault; nil where it has none.
    static func receiverFault(_ fault: ReceiverFault?) -> LogEvent? {
        fault.map {
            LogEvent(messageID: "36426ea6367843dda771d89d586ace76", fields: ["WHEREISMY_DEVICE": $0.device])
        }
    }
}

extension Report {
    /// What it says in words and without coordinates: `live`, `3D fix`, `±5 m`, `8 satellites`.
    var summaryParts: [String] { [stateText] + qualityParts }

    /// The state and its reason: `no-gpsd: connection refused`.
    var stateText: String { [state.rawValue, detail].compactMap { $0 }.joined(separator: ": ") }

    /// How good a current position is; empty for one that is not.
    var qualityParts: [String] {
        guard state == .live, let fix else { return [] }
        let accuracy = fix.horizontalAccuracy.flatMap { Int(exactly: $0.radius.rounded(.up)) }.map { "±\($0) m" }
        return ["\(fix.mode.rawValue.uppercased()) fix", accuracy, satellites?.used.map { "\($0) satellites" }]
            .compactMap { $0 }
    }
}
