public import Basics
public import Location

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

    /// The bins in chronological order; none of a stay.
    private(set) var bins: [Bin] = []
    /// The lowest and the highest altitude in centimetres; nil without one.
    private(set) var extremes: ClosedRange<Int64>?
    /// True if the change to the next altitude does not count.
    private(set) var isInterrupted = false

    /// Adds the altitude of a fix, after that of an earlier one; nil for the first altitude.
    mutating func add(_ altitude: Altitude, after earlier: Altitude?) {
        let (time, centimetres) = (altitude.time.milliseconds, altitude.centimetres)
        let slot = time / Self.span - (time % Self.span < 0 ? 1 : 0)
        let isJump = earlier?.isJump(to: altitude) ?? false
        include(centimetres...centimetres)
        add(Bin(slot: slot, isEllipsoidal: altitude.isEllipsoidal, isStart: isJump, count: 1, sum: centimetres))
    }

    mutating func include(_ more: ClosedRange<Int64>) {
        let all = extremes ?? more
        extremes = min(all.lowerBound, more.lowerBound)...max(all.upperBound, more.upperBound)
    }

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

    mutating func append(_ later: AltitudeProfile) {
        for bin in later.bins { add(bin) }
        if let more = later.extremes { include(more) }
        isInterrupted = isInterrupted || later.isInterrupted
    }

    /// Does not count the change to the first altitude.
    mutating func detach() {
        if bins.isEmpty { isInterrupted = true } else { bins[0].isStart = true }
    }

    /// Starts again with the next altitude, because the change in between is unknown or does not count.
    mutating func interrupt() { isInterrupted = true }

    /// Keeps only the extremes, where the changes do not count.
    mutating func keepExtremes() { bins = [] }
}

/// The altitude of a fix.
public struct Altitude: Hashable, Sendable {
    /// Centimetres, and centimetres per second, that an altitude may change from one fix to the next: seven times the
    /// noise of 4 m, and an airliner's fastest climb and descent.
    private static let maxStep: Int64 = 1500
    private static let maxRate: Int64 = 2500

    /// The time of the fix.
    public let time: Timestamp
    /// Above sea level if that is known, else above the ellipsoid.
    let centimetres: Int64
    let isEllipsoidal: Bool

    init(time: Timestamp, centimetres: Int64, isEllipsoidal: Bool) {
        (self.time, self.centimetres, self.isEllipsoidal) = (time, centimetres, isEllipsoidal)
    }

    /// Creates the altitude of a point; nil for none.
    public init?(_ point: TrackPoint) {
        guard let metres = point.fix.altitude ?? point.fix.ellipsoidalAltitude else { return nil }
        self.init(
            time: point.timestamp, centimetres: Steps.whole(metres * 100), isEllipsoidal: point.fix.altitude == nil)
    }

    /// Returns true if no vehicle makes the change to the next altitude.
    public func isJump(to later: Altitude) -> Bool {
        let passed = max(0, min(later.time.milliseconds(since: time), TrackPart.span))
        return (centimetres &- later.centimetres).magnitude > (Self.maxStep &+ Self.maxRate &* passed / 1000).magnitude
    }
}
