import Basics
import Location

/// A state and, in one line, why.
struct StateAssessment: Sendable {
    let state: TrackingState
    let detail: String?
    /// Why positions are not used, where that is the detail.
    private let reason: Rejection.Reason?

    init(state: TrackingState, detail: String? = nil) {
        (self.state, self.detail, reason) = (state, detail, nil)
    }

    private init(state: TrackingState, unusable: Rejection?) {
        (self.state, detail, reason) = (state, unusable?.explanation, unusable?.reason)
    }

    /// Works the state out of what is known.
    ///
    /// A fresh position is current whatever has happened to the way it came; only the receiver itself can take it
    /// back at once, by saying that it has none.
    init(
        last: LastKnownFix?, reachability: Reachability, settings: TrackingSettings, hasLostPosition: Bool,
        lastRejection: Rejection?, at moment: Moment
    ) {
        if let last, !hasLostPosition, last.isFresh(at: moment, within: settings.staleAfter) {
            self.init(state: .live)
            return
        }
        switch reachability {
        case .unknown:
            self.init(state: .starting)
        case .disconnected(let reason):
            self.init(state: .noGPSD, detail: reason)
        case .connected(let receivers) where !reachability.hasReceiver(settings.device):
            self.init(state: .noReceiver, detail: Self.missing(settings.device, among: receivers))
        case .connected:
            let isStale = last?.uptime != nil && !hasLostPosition
            self.init(state: isStale ? .stale : .noFix, unusable: lastRejection)
        }
    }

    private static func missing(_ device: String?, among receivers: [String]) -> String? {
        guard let device else { return nil }
        let others = receivers.isEmpty ? "no device at all" : receivers.joined(separator: ", ")
        return "gpsd does not have \(device); it has \(others)"
    }
}

extension StateAssessment: Equatable {
    /// A reason with other numbers is the same reason: it would be news with each epoch, and says nothing new.
    static func == (one: StateAssessment, other: StateAssessment) -> Bool {
        guard one.state == other.state, one.reason == other.reason else { return false }
        return one.reason != nil || one.detail == other.detail
    }
}

/// What is known of the way to a receiver.
enum Reachability: Hashable, Sendable {
    /// Nothing has been heard yet.
    case unknown
    /// gpsd cannot be reached, for that reason.
    case disconnected(reason: String)
    /// gpsd answers, and has these receivers.
    case connected(receivers: [String])

    /// Whether a receiver is there; with a name, that one.
    func hasReceiver(_ device: String?) -> Bool {
        guard case .connected(let receivers) = self else { return false }
        return device.map(receivers.contains) ?? !receivers.isEmpty
    }

    /// A receiver has delivered, so that it is there, listed or not.
    mutating func record(_ device: String) {
        guard !hasReceiver(device) else { return }
        guard case .connected(let receivers) = self else {
            self = .connected(receivers: [device])
            return
        }
        self = .connected(receivers: Array((receivers + [device]).suffix(32)))
    }
}

/// The last accepted fix, and when this machine got it.
struct LastKnownFix: Sendable {
    var fix: Fix
    var received: Timestamp
    /// The uptime at which it came; nil when it comes from an earlier run, whose uptime means nothing now.
    var uptime: Duration?
    /// How old it was when it came; zero where no clock tells.
    var delay: Duration = .zero

    /// How old it is; nil when the clock of this machine stands before it, and so cannot tell.
    func age(at moment: Moment) -> Duration? {
        if let uptime { return max(.zero, moment.uptime - uptime) + delay }
        let age = moment.wallClock - received
        return age < .zero ? nil : age
    }

    /// Whether it came in this run and is younger than that.
    func isFresh(at moment: Moment, within limit: Duration) -> Bool {
        guard let uptime else { return false }
        return moment.uptime - uptime + delay < limit
    }
}
