import Basics
import Location

/// The course of the altitude along a path, as means over half a minute of UTC.
///
/// Profiles of consecutive paths are put together exactly; ``ElevationGain`` counts the metres up and down. Altitudes
/// above sea level and above the ellipsoid are not compared, and neither are those before and after a change that no
/// vehicle makes: a new profile begins within this one.
struct AltitudeProfile: Hashable, Sendable {
    /// The altitudes of half a minute, or of a part of it.
    struct Bin: Hashable, Sendable {
        /// The number of the half minute since 1970.
        let slot: Int64
        /// True for altitudes above the ellipsoid.
        let isEllipsoidal: Bool
        /// True if the change from the bin before does not count.
        var isStart: Bool
        /// The number of altitudes.
        var count: Int64
        /// Their sum in centimetres.
        var sum: Int64

        /// Centimetres, truncated.
        var mean: Int64 { sum / max(count, 1) }

        fileprivate func continues(_ earlier: Bin) -> Bool {
            !isStart && slot == earlier.slot && isEllipsoidal == earlier.isEllipsoidal
        }
    }

    /// Milliseconds of a bin, of which a quarter of an hour has a whole number.
    static let span: Int64 = 30_000
    /// Centimetres, and centimetres per second, that an altitude may change from one fix to the next: seven times the
    /// noise of 4 m, and an airliner's fastest climb and descent.
    private static let maxStep: Int64 = 1500
    private static let maxRate: Int64 = 2500

    /// The bins in chronological order; none of a stay.
    private(set) var bins: [Bin] = []
    /// The lowest and the highest altitude in centimetres; nil without one.
    private(set) var extremes: ClosedRange<Int64>?
    /// True if the change to the next altitude does not count.
    private(set) var isInterrupted = false

    /// Adds the altitude of a fix, if it has one, after that of another; nil for the first fix.
    mutating func add(_ point: TrackPoint, after earlier: TrackPoint?) {
        guard let altitude = point.fix.centimetres else { return }
        let time = point.timestamp.milliseconds
        let slot = time / Self.span - (time % Self.span < 0 ? 1 : 0)
        let isJump = earlier.map { Self.isJump(from: $0, to: point) } ?? false
        let isEllipsoidal = point.fix.altitude == nil
        include(altitude...altitude)
        add(Bin(slot: slot, isEllipsoidal: isEllipsoidal, isStart: isJump, count: 1, sum: altitude))
    }

    private static func isJump(from earlier: TrackPoint, to later: TrackPoint) -> Bool {
        guard let before = earlier.fix.centimetres, let after = later.fix.centimetres else { return false }
        let time = min((later.timestamp - earlier.timestamp).milliseconds, TrackPart.span)
        return (after &- before).magnitude > (maxStep &+ maxRate &* max(0, time) / 1000).magnitude
    }

    /// Extends the extremes.
    mutating func include(_ more: ClosedRange<Int64>) {
        let all = extremes ?? more
        extremes = min(all.lowerBound, more.lowerBound)...max(all.upperBound, more.upperBound)
    }

    /// Adds the next bin.
    mutating func add(_ next: Bin) {
        var bin = next
        if let earlier = bins.last, earlier.isEllipsoidal != bin.isEllipsoidal { bin.isStart = true }
        if isInterrupted { bin.isStart = true }
        isInterrupted = false
        if let earlier = bins.last, bin.continues(earlier) {
            bins[bins.count - 1].count &+= bin.count
            bins[bins.count - 1].sum &+= bin.sum
        } else {
            bins.append(bin)
        }
    }

    /// Adds the profile of the path that follows.
    mutating func append(_ later: AltitudeProfile) {
        for bin in later.bins { add(bin) }
        if let more = later.extremes { include(more) }
        isInterrupted = isInterrupted || later.isInterrupted
    }

    /// Starts again with the next altitude, because the change in between is unknown or does not count.
    mutating func interrupt() { isInterrupted = true }

    /// Keeps only the extremes, where the changes do not count.
    mutating func keepExtremes() { bins = [] }
}

extension Fix {
    /// The altitude in centimetres, above sea level if that is known; nil for none.
    fileprivate var centimetres: Int64? { (altitude ?? ellipsoidalAltitude).map { Steps.whole($0 * 100) } }
}
