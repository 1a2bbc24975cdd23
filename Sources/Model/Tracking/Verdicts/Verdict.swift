import Basics
import Location

/// The verdict on one epoch.
public enum Verdict: Hashable, Sendable {
    /// The fix is the current position.
    case accepted
    /// The fix repeats position and accuracy of the previous one: still valid, nothing new to render.
    case duplicate
    /// The fix is not used.
    case rejected(Rejection)

    /// The machine-readable name: `accepted`, `duplicate` or `rejected`.
    public var name: String {
        switch self {
        case .accepted: "accepted"
        case .duplicate: "duplicate"
        case .rejected: "rejected"
        }
    }

    /// The reason of a rejection; nil otherwise.
    public var rejection: Rejection? {
        if case .rejected(let rejection) = self { rejection } else { nil }
    }
}

/// The reason to reject an epoch, with the values that decided it.
public enum Rejection: Hashable, Sendable {
    /// The receiver has no position.
    case noPosition
    /// The fix comes from a receiver that is not in use.
    case otherDevice(inUse: String)
    /// The radius exceeds the limit that the user set; both in metres.
    case inaccurate(radius: Double, limit: Double)
    /// The position is farther away than the machine can have travelled.
    case implausibleJump(Jump)
    /// The time is implausible.
    case time(TimeRejection)
    /// The position is simulated, and simulated positions are not allowed.
    case simulated
    /// The position cannot be true: what is known independently of it contradicts it.
    case contradicted

    /// Returns true if the fix itself has no fault.
    var isOtherDevice: Bool { if case .otherDevice = self { true } else { false } }

    /// The reason without the numbers.
    public var reason: Reason {
        switch self {
        case .noPosition: .noPosition
        case .otherDevice: .otherDevice
        case .inaccurate: .inaccurate
        case .implausibleJump: .implausibleJump
        case .time(.backwards): .timeBackwards
        case .time: .timeImplausible
        case .simulated: .simulated
        case .contradicted: .contradicted
        }
    }

    /// The machine-readable name.
    public var name: String { reason.rawValue }

    /// A one-line explanation with the numbers.
    public var explanation: String {
        switch self {
        case .noPosition: "the receiver has no position"
        case .otherDevice(let inUse): "another receiver is in use: \(inUse)"
        case .inaccurate(let radius, let limit): "the radius of \(tenths(radius)) m is larger than \(tenths(limit)) m"
        case .implausibleJump(let jump):
            "\(tenths(jump.distance)) m from the expected position, at most \(tenths(jump.allowed)) m is plausible"
        case .time(.backwards(let step)):
            "its time is \(tenths(step.inSeconds)) s before that of the previous fix"
        case .time(.unconfirmed(let off)):
            "its time is \(tenths(off.inSeconds)) s off the clock and not confirmed yet"
        case .time(.implausible(let off)): "its time is implausible: \(tenths(off.inSeconds)) s off the clock"
        case .simulated: "a simulated position, and simulated positions are not allowed"
        case .contradicted: "the position of the receiver cannot be true; the last trusted one is shown"
        }
    }

    /// Rounds to tenths for display.
    func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

extension Rejection {
    /// The reasons to reject an epoch, without the numbers; the raw values are machine-readable.
    public enum Reason: String, CaseIterable, Sendable {
        /// The receiver has no position.
        case noPosition = "no-position"
        /// The fix comes from a receiver that is not in use.
        case otherDevice = "other-device"
        /// The radius exceeds the limit that the user set.
        case inaccurate
        /// The position is farther away than the machine can have travelled.
        case implausibleJump = "implausible-jump"
        /// The time precedes that of the previous fix.
        case timeBackwards = "time-backwards"
        /// The time is implausible or unconfirmed.
        case timeImplausible = "time-implausible"
        /// The position is simulated.
        case simulated
        /// The position cannot be true.
        case contradicted

        /// Returns true if an available position was rejected.
        ///
        /// Without a position there is nothing to reject, which the state reports; a second receiver is a reserve
        /// without a fault.
        var refusesPosition: Bool { self != .noPosition && self != .otherDevice }
    }

    /// The reason in general terms with the numbers of this case, for summaries in which one case represents many.
    var recentExplanation: String {
        switch self {
        case .noPosition, .otherDevice, .simulated, .contradicted: explanation
        case .inaccurate(let radius, let limit):
            "a radius above the limit (recently \(tenths(radius)) m, limit \(tenths(limit)) m)"
        case .implausibleJump(let jump):
            "farther away than plausible (recently \(tenths(jump.distance)) m, at most \(tenths(jump.allowed)) m)"
        case .time(.backwards(let step)):
            "a time before that of the previous fix (recently \(tenths(step.inSeconds)) s)"
        case .time(.unconfirmed(let off)), .time(.implausible(let off)):
            "an implausible or unconfirmed time (recently \(tenths(off.inSeconds)) s off the clock)"
        }
    }
}
