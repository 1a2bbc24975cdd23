import Basics
import Location
import Pages
import Synchronization
import Systemd

/// Logs the lines of ``StateChanges`` and ``FaultChanges``.
struct StateAnnouncer {
    private var states = StateChanges()
    private let showsPositions: SharedFlag
    private var faults = FaultChanges()

    /// - Parameter showsPositions: whether lines contain coordinates.
    init(showsPositions: SharedFlag = SharedFlag(false)) {
        self.showsPositions = showsPositions
    }

    /// Logs a changed state or a new receiver fault.
    mutating func announce(_ report: Report, at uptime: Duration) {
        if let line = faults.line(for: report) {
            Log.write(.warning, line, event: .receiverFault(report.receiverFault))
        }
        states.showsPositions = showsPositions.isSet
        guard let line = states.line(for: report, at: uptime) else { return }
        Log.write(report.state == .noGPSD ? .warning : .notice, line, event: .state(report.state))
    }
}

/// A flag that one thread sets and another reads.
final class SharedFlag: Sendable {
    private let value: Atomic<Bool>

    /// Creates a flag with a value.
    init(_ value: Bool) {
        self.value = Atomic(value)
    }

    /// The current value.
    var isSet: Bool {
        get { value.load(ordering: .relaxed) }
        set { value.store(newValue, ordering: .relaxed) }
    }
}

/// The journal lines about changes of state, limited for a receiver that flickers.
struct StateChanges {
    /// The changes allowed in a row, such as at the start, at the end or under a bridge.
    private static let burst = 6.0
    /// The interval after which one more line is allowed.
    private static let refillInterval: Duration = .seconds(60)

    private var announced: String?
    /// The last state, logged or not.
    private var seen: String?
    private var allowance = Self.burst
    private var refilledAt: Duration = .zero
    private var omitted = 0
    /// True if lines contain coordinates.
    var showsPositions = false

    /// The line about a report; nil if the state is unchanged or the limit is reached.
    mutating func line(for report: Report, at uptime: Duration) -> String? {
        let current = report.stateText
        let isChange = current != seen
        seen = current
        // A change over the limit is logged once there is room, so that the last line is right.
        guard current != announced else {
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
        announced = current
        if !isChange { omitted -= 1 }
        defer { omitted = 0 }
        let suffix = omitted == 0 ? [] : ["after \(omitted) unlogged \(omitted == 1 ? "change" : "changes")"]
        return PrintableText.sanitized((report.summaryParts + place(of: report) + suffix).joined(separator: ", "))
    }

    private func place(of report: Report) -> [String] {
        guard showsPositions, report.state == .live, let place = report.fix?.coordinate else { return [] }
        let (latitude, longitude) = (place.latitude, place.longitude)
        return ["at \(FixedDecimalText.text(latitude, decimals: 6)), \(FixedDecimalText.text(longitude, decimals: 6))"]
    }
}

/// The journal lines about receiver faults: each fault once, with its cure.
struct FaultChanges {
    /// The maximum number of devices, against invented device names that would fill the memory and the journal.
    private static let maxDevices = 32

    private var reported: Set<String> = []

    /// The line about a report; nil if it has no fault or a known one.
    mutating func line(for report: Report) -> String? {
        guard let fault = report.receiverFault, reported.count < Self.maxDevices, reported.insert(fault.device).inserted
        else { return nil }
        return PrintableText.sanitized("\(fault.device): \(fault.explanation); fix: \(fault.remedy)")
    }
}

extension LogEvent {
    /// A change of the state or its reason.
    static func state(_ state: TrackingState) -> LogEvent {
        LogEvent(messageID: "552afe810757406a9599a7f67f2fd444", fields: ["WHEREISMY_STATE": state.rawValue])
    }

    /// An event at a place.
    static func place(_ event: PlaceEvent) -> LogEvent {
        LogEvent(
            messageID: "eb3ccc1ceec949d0a2beb7234733a64b",
            fields: [
                "WHEREISMY_EVENT": event.kind.rawValue,
                "WHEREISMY_PLACE": PrintableText.sanitized(event.place),
            ])
    }

    /// A known receiver fault; nil for none.
    static func receiverFault(_ fault: ReceiverFault?) -> LogEvent? {
        fault.map {
            LogEvent(messageID: "36426ea6367843dda771d89d586ace76", fields: ["WHEREISMY_DEVICE": $0.device])
        }
    }
}

extension Report {
    /// The report as text without coordinates: `live`, `3D fix`, `±5 m`, `8 satellites`.
    var summaryParts: [String] { [stateText] + qualityParts }

    /// The state and its reason: `no-gpsd: connection refused`.
    var stateText: String { [state.rawValue, detail].compactMap { $0 }.joined(separator: ": ") }

    /// The quality of a current position; empty for an old one.
    var qualityParts: [String] {
        guard state == .live, let fix else { return [] }
        let accuracy = fix.horizontalAccuracy.flatMap { Int(exactly: $0.radius.rounded(.up)) }.map { "±\($0) m" }
        return ["\(fix.mode.rawValue.uppercased()) fix", accuracy, satellites?.used.map { "\($0) satellites" }]
            .compactMap { $0 }
    }
}
