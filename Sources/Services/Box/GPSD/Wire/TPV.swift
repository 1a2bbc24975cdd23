import Basics
import Location

/// A time-position-velocity report of gpsd, one line of it, as read by libgps (gpsd_json(5)).
///
/// Missing real numbers are NaN, as in libgps.
struct TPV: Sendable {
    var device = ""
    /// nil if the line has no time, or none after 1970.
    var time: Timestamp?
    /// When the line was received, by the time stamp before it; nil without one.
    var received: Timestamp?
    /// 0 unknown, 1 no fix, 2 2D, 3 3D.
    var mode: Int32 = 0
    /// 0 and 1 plain, 2 and above as listed by gpsd_json(5).
    var status: Int32 = 0
    var latitude = Double.nan
    var longitude = Double.nan
    /// Above mean sea level before gpsd 3.20, which had no other altitude; undefined since then.
    var alt = Double.nan
    var altMSL = Double.nan
    var altHAE = Double.nan
    var eph = Double.nan
    var epx = Double.nan
    var epy = Double.nan
    var epv = Double.nan
    var speed = Double.nan
    var eps = Double.nan
    var track = Double.nan
    var epd = Double.nan
    var climb = Double.nan
    /// The age of the corrections in seconds.
    var dgpsAge = Double.nan
    var ecefx = Double.nan
    var ecefy = Double.nan
    var ecefz = Double.nan
    var ecefvx = Double.nan
    var ecefvy = Double.nan
    var ecefvz = Double.nan
    /// The drift of the receiver's clock in ns/s.
    var clockDrift = Double.nan
    /// The indicator of interference, 0 to 255.
    var jam = Double.nan
    /// 2 for a short circuit, 3 for an open antenna.
    var ant = Double.nan
    /// 1 for off, 2 for on.
    var antPwr = Double.nan
    /// The number of its first line in a recording, from 1; nil if lines have no numbers.
    var lineNumber: Int?

    /// Degrees; a sentence with four decimals of a minute, and one with more, differ by less.
    private static let roundedAngle = 1.7e-6

    /// Returns true if a report has the same position but for the decimals of its sentence; false without one.
    func isPlaced(like other: TPV) -> Bool {
        abs(latitude - other.latitude) <= Self.roundedAngle && abs(longitude - other.longitude) <= Self.roundedAngle
    }

    /// True for the position 0, 0.
    var isNullIsland: Bool { Coordinate(latitude: latitude, longitude: longitude)?.isNullIsland ?? false }

    /// Merges a later line of the same epoch: gpsd often completes an epoch over several lines.
    ///
    /// The last finite value wins, and the highest mode and status.
    mutating func merge(_ later: TPV) {
        mode = max(mode, later.mode)
        status = max(status, later.status)
        Self.update(&latitude, with: later.latitude)
        Self.update(&longitude, with: later.longitude)
        Self.update(&alt, with: later.alt)
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
        Self.update(&dgpsAge, with: later.dgpsAge)
        Self.update(&clockDrift, with: later.clockDrift)
        Self.update(&jam, with: later.jam)
        Self.update(&ant, with: later.ant)
        Self.update(&antPwr, with: later.antPwr)
        mergeECEF(later)
    }

    /// A vector is copied as a whole: components of two lines would be a position that never was.
    private mutating func mergeECEF(_ later: TPV) {
        if ECEFVector(x: later.ecefx, y: later.ecefy, z: later.ecefz) != nil {
            ecefx = later.ecefx
            ecefy = later.ecefy
            ecefz = later.ecefz
        }
        if ECEFVector(x: later.ecefvx, y: later.ecefvy, z: later.ecefvz) != nil {
            ecefvx = later.ecefvx
            ecefvy = later.ecefvy
            ecefvz = later.ecefvz
        }
    }

    private static func update(_ value: inout Double, with later: Double) {
        if later.isFinite { value = later }
    }
}
