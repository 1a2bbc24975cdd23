import Location

extension TPV {
    /// Merges a later line of the same epoch: gpsd often completes an epoch over several lines.
    ///
    /// The last finite value wins, and the highest mode and status.
    mutating func merge(_ later: TPV) {
        mode = max(mode, later.mode)
        status = max(status, later.status)
        Self.update(&latitude, with: later.latitude)
        Self.update(&longitude, with: later.longitude)
        Self.update(&altMSL, with: later.altMSL)
        Self.update(&altHAE, with: later.altHAE)
        Self.update(&eph, with: later.eph)
        Self.update(&epx, with: later.epx)
        Self.update(&epy, with: later.epy)
        Self.update(&epv, with: later.epv)
        Self.update(&speed, with: later.speed)
        Self.update(&eps, with: later.eps)
        Self.update(&track, with: later.track)
        Self.update(&epd, with: later.epd)
        Self.update(&climb, with: later.climb)
        mergeECEF(later)
    }

    /// A vector is copied as a whole: components of two lines would be a position that never was.
    private mutating func mergeECEF(_ later: TPV) {
        if ECEFVector(x: later.ecefx, y: later.ecefy, z: later.ecefz) != nil {
            (ecefx, ecefy, ecefz) = (later.ecefx, later.ecefy, later.ecefz)
        }
        if ECEFVector(x: later.ecefvx, y: later.ecefvy, z: later.ecefvz) != nil {
            (ecefvx, ecefvy, ecefvz) = (later.ecefvx, later.ecefvy, later.ecefvz)
        }
    }

    private static func update(_ value: inout Double, with later: Double) {
        if later.isFinite { value = later }
    }
}
