import Basics
import Location

extension Rejection {
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
