import Basics
import Location

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
