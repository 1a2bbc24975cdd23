/// Metres of ascent and descent, filtered against the noise of a receiver's altitude.
///
/// The altitude varies by metres as the satellites move, and the sum of these variations would reach kilometres in an
/// hour on a flat road. So the means of half a minute are smoothed over three, and a rise or a fall counts from one turn
/// to the next if it is at least ``minSwing``. With noise of 4 m (one sigma), in each of 100 simulated hours, white
/// noise of fixes each 0.1 to 60 s made no ascent, noise with a correlation of 30 s one of 28 m at most, 7 m on average.
/// Hills of 30 m with a period of 5 minutes keep 80 % (`ElevationGainTests`).
///
/// Only the turns are kept, without those of smaller swings within larger ones (rainflow counting, ASTM E1049).
public struct ElevationGain: Sendable {
    /// Centimetres; more than four times what the smoothing leaves of noise of 4 m with a correlation of 30 s.
    private static let minSwing = 1200.0
    /// Centimetres: five deviations of white noise of 4 m, of which the mean of few altitudes keeps more.
    private static let whiteNoise = 2000.0

    /// A smoothed altitude in centimetres, and the number of altitudes of which it is the mean.
    private struct Turn {
        let altitude: Int64
        var count: Int64

        /// Returns true if the change to another one is more than noise.
        func isSwing(to other: Turn) -> Bool {
            let noise = ElevationGain.whiteNoise * (1 / Double(count) + 1 / Double(other.count)).squareRoot()
            return Double((other.altitude &- altitude).magnitude) >= max(ElevationGain.minSwing, noise)
        }
    }

    /// The bins that are not smoothed yet: the last one, and up to two before it.
    private var window: [AltitudeProfile.Bin] = []
    /// The smoothed altitudes of the first bin, of each turn and of the last bin since the interruption.
    private var turns: [Turn] = []
    /// Centimetres up and down before the last interruption.
    private var settled = (up: 0 as Int64, down: 0 as Int64)

    /// Creates the gain of no path.
    public init() {}

    /// Metres up and down, as if the path ended with the last altitude.
    public var metres: (up: Double, down: Double) {
        var end = self
        end.interrupt()
        return (Double(end.settled.up) / 100, Double(end.settled.down) / 100)
    }

    /// Adds the altitudes of the path that follows.
    public mutating func append(_ path: PathFigures) {
        for bin in path.climb.bins { add(bin) }
        if path.climb.isInterrupted { interrupt() }
    }

    /// Starts again with the next altitude, because the change in between is unknown or does not count.
    public mutating func interrupt() {
        endWindow()
        for (turn, next) in zip(turns, turns.dropFirst()) where turn.isSwing(to: next) {
            let change = next.altitude &- turn.altitude
            if change > 0 { settled.up &+= change } else { settled.down &-= change }
        }
        turns = []
    }

    private mutating func add(_ bin: AltitudeProfile.Bin) {
        if let last = window.last, bin.isStart || bin.isEllipsoidal != last.isEllipsoidal { interrupt() }
        if let last = window.last, last.slot == bin.slot {
            window[window.count - 1].count &+= bin.count
            window[window.count - 1].sum &+= bin.sum
            return
        }
        complete()
        window.append(bin)
    }

    /// Adds the smoothed altitude that is known once the last bin is complete: that of the first, or of the middle of three.
    private mutating func complete() {
        if window.count == 1 { turn(at: window) }
        guard window.count == 3 else { return }
        turn(at: window)
        window.removeFirst()
    }

    private mutating func endWindow() {
        complete()
        if window.count > 1 { turn(at: window.suffix(1)) }
        window = []
    }

    /// Adds the mean of some bins.
    private mutating func turn(at bins: some Sequence<AltitudeProfile.Bin>) {
        let count = max(1, bins.reduce(0 as Int64) { $0 &+ $1.count })
        let altitude = bins.reduce(0 as Int64) { $0 &+ $1.sum } / count
        if let last = turns.last, last.altitude == altitude {
            return turns[turns.count - 1].count = max(last.count, count)
        }
        turns.append(Turn(altitude: altitude, count: count))
        while let count = obsolete { turns.removeSubrange((turns.count - 1 - count)..<(turns.count - 1)) }
    }

    /// The number of altitudes before the last one that are no turns, or only of a small swing within a larger one.
    private var obsolete: Int? {
        guard turns.count > 1 else { return nil }
        let (last, turn) = (turns[turns.count - 1].altitude, turns[turns.count - 2].altitude)
        if last == turn { return 1 }
        guard turns.count > 2 else { return nil }
        let earlier = turns[turns.count - 3].altitude
        if (earlier < turn) == (turn < last) { return 1 }
        let swing = (turn &- earlier).magnitude
        guard turns.count > 3, swing <= (last &- turn).magnitude,
            !turns[turns.count - 3].isSwing(to: turns[turns.count - 2])
        else { return nil }
        return swing <= (earlier &- turns[turns.count - 4].altitude).magnitude ? 2 : nil
    }
}
