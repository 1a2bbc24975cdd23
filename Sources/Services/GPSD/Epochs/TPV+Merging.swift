import Location

extension TPV {
    /// Takes over what a later line of the same epoch knows: gpsd often completes an epoch over several lines.
    ///
    /// The last finite value wins, and the highest mode and status.
    mutating func merge(_ later: TPV) {
        mode = max(mode, later.mode)
        status = max(status, later.status)
        Self.take(&latitude, later.latitude)
        Self.take(&longitude, later.longitude)
        Self.take(&altMSL, later.altMSL)
        Self.take(&altHAE, later.altHAE)
        Self.take(&eph, later.eph)
        Self.take(&epx, later.epx)
        Self.take(&epy, later.epy)
        Self.take(&epv, later.epv)
        Self.take(&speed, later.speed)
        Self.take(&eps, later.eps)
        Self.take(&track, later.track)
        Self.take(&epd, later.epd)
        Self.take(&climb, later.climb)
        mergeECEF(later)
    }

    /// A vector is taken whole: components of two lines would make a place that never was.
    private mutating func mergeECEF(_ later: TPV) {
        if ECEFVector(x: later.ecefx, y: later.ecefy, z: later.ecefz) != nil {
            (ecefx, ecefy, ecefz) = (later.ecefx, later.ecefy, later.ecefz)
        }
        if ECEFVector(x: later.ecefvx, y: later.ecefvy, z: later.ecefvz) != nil {
            (ecefvx, ecefvy, ecefvz) = (later.ecefvx, later.ecefvy, later.ecefvz)
        }
    }

    private static func take(_ value: inout Double, _ later: Double) {
        if later.isFinite { value = later }
    }
}
