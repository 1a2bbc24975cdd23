import Basics
import Location

/// A tracking state with a one-line explanation.
struct StateAssessment: Sendable {
    let state: TrackingState
    let detail: String?
    /// The reason for which positions are rejected, if that is the detail.
    private let reason: Rejection.Reason?

    init(state: TrackingState, detail: String? = nil) {
        (self.state, self.detail, reason) = (state, detail, nil)
    }

    private init(state: TrackingState, unusable: Rejection?) {
        (self.state, detail, reason) = (state, unusable?.explanation, unusable?.reason)
    }

    /// Derives the state without a current position; `isStale` if there is one of this run that the receiver has not
    /// revoked.
    init(reachability: Reachability, settings: TrackingSettings, isStale: Bool, lastRejection: Rejection?) {
        switch reachability {
        case .unknown:
            self.init(state: .starting)
        case .disconnected(let reason):
            self.init(state: .noGPSD, detail: reason)
        case .connected(let receivers) where !reachability.hasReceiver(settings.device):
            self.init(state: .noReceiver, detail: Self.missing(settings.device, among: receivers))
        case .connected:
            self.init(state: isStale ? .stale : .noFix, unusable: lastRejection)
        }
    }

    private static func missing(_ device: String?, among receivers: [String]) -> String? {
        guard let device else { return nil }
        let others = receivers.isEmpty ? "no device" : receivers.joined(separator: ", ")
        return "gpsd does not have \(device); it has \(others)"
    }
}

extension StateAssessment: Equatable {
    /// A reason with other numbers is the same reason; otherwise the report would change with each epoch.
    static func == (one: StateAssessment, other: StateAssessment) -> Bool {
        guard one.state == other.state, one.reason == other.reason else { return false }
        return one.reason != nil || one.detail == other.detail
    }
}

/// The connection to gpsd and its receivers.
enum Reachability: Hashable, Sendable {
    /// No data yet.
    case unknown
    /// gpsd is unreachable, with the reason.
    case disconnected(reason: String)
    /// gpsd is connected and has these receivers.
    case connected(receivers: [String])

    /// Returns true if any receiver is present, or the one given.
    func hasReceiver(_ device: String?) -> Bool {
        guard case .connected(let receivers) = self else { return false }
        return device.map(receivers.contains) ?? !receivers.isEmpty
    }

    /// Records a receiver that has delivered data, listed or not.
    mutating func record(_ device: String) {
        guard !hasReceiver(device) else { return }
        guard case .connected(let receivers) = self else {
            self = .connected(receivers: [device])
            return
        }
        self = .connected(receivers: Array((receivers + [device]).suffix(32)))
    }
}

/// The last accepted fix and its time of reception.
struct LastKnownFix: Sendable {
    var fix: Fix
    var received: Timestamp
    /// The uptime of reception; nil if the fix comes from an earlier run, whose uptime is meaningless now.
    var uptime: Duration?
    /// The age at reception; zero if unknown.
    var delay: Duration = .zero

    /// Moves the times that this machine's clock has given, after it was set.
    mutating func adjustClock(by step: Duration) {
        received = received + step
        if fix.timeSource == .reception { fix.timestamp = fix.timestamp.map { $0 + step } }
    }

    /// Returns the age; nil if the clock of this machine is set before the time of reception.
    func age(at moment: Moment) -> Duration? {
        if let uptime { return max(.zero, moment.uptime - uptime) + delay }
        let age = moment.wallClock - received
        return age < .zero ? nil : age
    }
}
