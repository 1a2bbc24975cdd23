import Basics
import Location

/// What was decided about one epoch.
public enum Verdict: Hashable, Sendable {
    /// It is the position now.
    case accepted
    /// It repeats the position and accuracy of the one before: still true, and nothing new to draw.
    case duplicate
    /// It is not used.
    case rejected(Rejection)

    /// One word for programs: `accepted`, `duplicate` or `rejected`.
    public var name: String {
        switch self {
        case .accepted: "accepted"
        case .duplicate: "duplicate"
        case .rejected: "rejected"
        }
    }

    /// Why an epoch is not used; nil when it is.
    public var rejection: Rejection? {
        if case .rejected(let rejection) = self { rejection } else { nil }
    }
}

/// Why an epoch is not used, with the numbers it was decided on.
public enum Rejection: Hashable, Sendable {
    /// The receiver gives no position.
    case noPosition
    /// It comes from another receiver than the one in use.
    case otherDevice(inUse: String)
    /// Its radius is larger than the user allows; both in metres.
    case inaccurate(radius: Double, limit: Double)
    /// It is farther away than the machine can have come.
    case implausibleJump(Jump)
    /// Its time cannot be.
    case time(TimeRejection)
    /// It comes from a simulator, and the user has not allowed that.
    case simulated

    /// Whether the fix itself is as good as any.
    var isOtherDevice: Bool { if case .otherDevice = self { true } else { false } }

    /// Which of the reasons it is, without the numbers.
    public var reason: Reason {
        switch self {
        case .noPosition: .noPosition
        case .otherDevice: .otherDevice
        case .inaccurate: .inaccurate
        case .implausibleJump: .implausibleJump
        case .time(.backwards): .timeBackwards
        case .time: .timeImplausible
        case .simulated: .simulated
        }
    }

    /// One word for programs.
    public var name: String { reason.name }

    /// One line for people, with the numbers.
    public var explanation: String {
        switch self {
        case .noPosition: "the receiver has no position"
        case .otherDevice(let inUse): "another receiver is in use: \(inUse)"
        case .inaccurate(let radius, let limit): "the radius of \(tenths(radius)) m is larger than \(tenths(limit)) m"
        case .implausibleJump(let jump):
            "\(tenths(jump.distance)) m from where it can be, and \(tenths(jump.allowed)) m would have been believed"
        case .time(.backwards(let step)):
            "its time lies \(tenths(step.inSeconds)) s before that of the fix before"
        case .time(.unconfirmed(let off)):
            "its time is \(tenths(off.inSeconds)) s off the clock, and nothing confirms it yet"
        case .time(.implausible(let off)): "its time cannot be: \(tenths(off.inSeconds)) s off the clock"
        case .simulated: "a simulator's position, and simulated positions are not allowed"
        }
    }

    /// Rounded to what a reader can use.
    func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

extension Rejection {
    /// The reasons for which an epoch is not used, without the numbers.
    public enum Reason: Int, CaseIterable, Sendable {
        /// The receiver gives no position.
        case noPosition
        /// It comes from another receiver than the one in use.
        case otherDevice
        /// Its radius is larger than the user allows.
        case inaccurate
        /// It is farther away than the machine can have come.
        case implausibleJump
        /// Its time lies before that of the fix before.
        case timeBackwards
        /// Its time cannot be, or nothing confirms it.
        case timeImplausible
        /// It comes from a simulator.
        case simulated

        /// One word for programs.
        public var name: String {
            switch self {
            case .noPosition: "no-position"
            case .otherDevice: "other-device"
            case .inaccurate: "inaccurate"
            case .implausibleJump: "implausible-jump"
            case .timeBackwards: "time-backwards"
            case .timeImplausible: "time-implausible"
            case .simulated: "simulated"
            }
        }

        /// Whether a position was there to be used and was refused.
        ///
        /// Without a position there was nothing to refuse, and the state says so; a second receiver is a reserve, and
        /// nothing is wrong with it.
        var refusesPosition: Bool { self != .noPosition && self != .otherDevice }
    }

    /// The reason in general words, with the numbers of this case: what is said where one case stands for many.
    var recentExplanation: String {
        switch self {
        case .noPosition, .otherDevice, .simulated: explanation
        case .inaccurate(let radius, let limit):
            "a larger radius than is allowed (lately \(tenths(radius)) m, where \(tenths(limit)) m are)"
        case .implausibleJump(let jump):
            "farther away than it can have come (lately \(tenths(jump.distance)) m, "
                + "where \(tenths(jump.allowed)) m would have been believed)"
        case .time(.backwards(let step)):
            "a time before that of the fix before (lately \(tenths(step.inSeconds)) s)"
        case .time(.unconfirmed(let off)), .time(.implausible(let off)):
            "a time that cannot be, or that nothing confirms (lately \(tenths(off.inSeconds)) s off the clock)"
        }
    }
}
