public import Basics
public import Location

/// One epoch of a scenario: what came, when, and the truth beside it.
public struct ScenarioEpoch: Sendable {
    /// When this machine gets it.
    public var moment: Moment
    /// What the receiver says, as gpsd passes it on; nil while it is silent.
    public var fix: Fix?
    /// What it sees of the sky; nil while it is silent.
    public var satellites: Satellites?
    /// Where the receiver itself believes to be; nil without a position.
    ///
    /// Differs from the fix where gpsd spoils it.
    public var measured: Coordinate?
    /// The true time of the epoch, UTC, whatever the receiver's calendar says.
    public var time: Timestamp
    /// Where it really is at that time.
    public var truth: GroundTruth
    /// Whether the position is one of those that should never be shown.
    public var isOutlier = false
    /// Whether the epoch is one that came already.
    public var isDuplicate = false
}

extension ScenarioEpoch {
    /// The truth beside the epoch, as a line of JSON.
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
        if let measured {
            line.add("measuredLatitude", measured.latitude, decimals: 9)
            line.add("measuredLongitude", measured.longitude, decimals: 9)
        }
        return line.bytes
    }
}
