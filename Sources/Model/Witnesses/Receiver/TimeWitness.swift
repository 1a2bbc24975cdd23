import Basics
import Location

/// A witness that compares the time of the receiver with the monotonic clock of this machine.
///
/// A recording has no other clock than the receiver's, and so none of this.
struct TimeWitness: Sendable {
    /// 1024 weeks in seconds, by which receivers err for their own reasons (IS-GPS-200, 20.3.3.3.1.1).
    private static let rollover = 1024.0 * 7 * 86_400
    /// Seconds ahead and behind that speak against it: fixes arrive late by a network, none arrives early.
    private static let maxAhead = 5.0
    private static let maxBehind = 60.0
    /// The seconds of a step that lasts, of agreement that make it a witness, and after which the new time is usual.
    private static let minSeconds = 10.0
    private static let learning = 60.0
    private static let patience = 3600.0
    /// The seconds between fixes that are a gap, after which the leap seconds may have been learnt.
    private static let maxGap = 60.0

    /// The receiver's time less the uptime, in seconds.
    private var offset: Double?
    private var agreed = 0.0
    private var last = 0.0
    private var since: Double?
    /// The seconds by which it is ahead of this machine.
    private(set) var ahead = 0.0
    /// True while it is off.
    private(set) var isActive = false

    /// Adds a fix.
    mutating func add(_ observation: Observation, _ context: Context) {
        guard let time = observation.timestamp else { return }
        let now = Double(time.milliseconds) / 1000 - observation.uptime
        let step = observation.uptime - last
        last = observation.uptime
        if step >= Self.maxGap { (offset, agreed, since, isActive) = (nil, 0, nil, false) }
        guard let offset else {
            if context.isSettled { restart(now) }
            return
        }
        ahead = now - offset
        if abs(ahead) > Self.maxAhead { ahead.formRemainder(dividingBy: Self.rollover) }
        guard ahead > Self.maxAhead || ahead < -Self.maxBehind else {
            // The earliest arrival is the nearest to the truth; a crystal of this machine drifts by 100 ppm at most.
            self.offset = ahead > 0 ? now : offset + min(0, max(ahead, -1e-4 * step))
            (agreed, since, isActive) = (agreed + step, nil, false)
            return
        }
        let began = since ?? observation.uptime
        since = began
        isActive = agreed >= Self.learning && observation.uptime - began >= Self.minSeconds
        if agreed < Self.learning || observation.uptime - began > Self.patience { restart(now) }
    }

    private mutating func restart(_ now: Double) { (offset, agreed, since, isActive) = (now, 0, nil, false) }
}
