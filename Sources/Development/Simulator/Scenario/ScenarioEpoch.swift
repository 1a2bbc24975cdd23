public import Basics
public import Location

/// One epoch of a scenario with its ground truth.
public struct ScenarioEpoch: Sendable {
    /// The time of reception.
    public var moment: Moment
    /// The fix as gpsd passes it on; nil while the receiver is silent.
    public var fix: Fix?
    /// The sky view that gpsd sent last; nil while the receiver is silent.
    public var satellites: Satellites?
    /// True if gpsd sends it with this epoch.
    public var sendsSky = false
    /// The satellites in view that its sentences list; empty if they list none.
    public var sky: [SatelliteInView] = []
    /// The position as the receiver measured it; nil without a position.
    ///
    /// Differs from the fix if gpsd corrupts it.
    public var measured: Coordinate?
    /// The true time, UTC, regardless of the receiver's calendar.
    public var time: Timestamp
    /// The ground truth at that time.
    public var truth: GroundTruth
    /// True if the position must never be shown.
    public var isOutlier = false
    /// True if an attack has changed it.
    public var isAttacked = false
    /// True if the epoch repeats an earlier one.
    public var isDuplicate = false
}

extension ScenarioEpoch {
    /// The ground truth of the epoch as a line of JSON.
    ///
    /// `measured` is absent without a position; distances are metres, speeds metres per second, angles degrees.
    public var truthLine: [UInt8] {
        var line = JSONLine("TRUTH")
        line.add("time", time.iso8601)
        line.add("uptime", moment.uptime.inSeconds, decimals: 3)
        line.add("latitude", truth.coordinate.latitude, decimals: 9)
        line.add("longitude", truth.coordinate.longitude, decimals: 9)
        line.add("speed", truth.speed, decimals: 3)
        line.add("course", truth.course, decimals: 4)
        line.add("motion", truth.isMoving ? "moving" : "stationary")
        line.add("distance", truth.distance, decimals: 3)
        line.addRaw("hasFix", String(fix?.coordinate != nil))
        line.addRaw("outlier", String(isOutlier))
        line.addRaw("duplicate", String(isDuplicate))
        if isAttacked { line.addRaw("attacked", "true") }
        if let measured {
            line.add("measuredLatitude", measured.latitude, decimals: 9)
            line.add("measuredLongitude", measured.longitude, decimals: 9)
        }
        return line.bytes
    }
}
