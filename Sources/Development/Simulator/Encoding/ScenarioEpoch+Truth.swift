import Basics
import Location

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
