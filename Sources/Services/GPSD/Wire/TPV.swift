import Basics
import Location

/// A time-position-velocity report of gpsd, one line of it, as read by libgps (gpsd_json(5)).
///
/// Missing real numbers are NaN, as in libgps.
struct TPV: Sendable {
    var device = ""
    /// nil if the line has no time, or none after 1970.
    var time: Timestamp?
    /// 0 unknown, 1 no fix, 2 2D, 3 3D.
    var mode: Int32 = 0
    /// 0 and 1 plain, 2 and above as listed by gpsd_json(5).
    var status: Int32 = 0
    var latitude = Double.nan
    var longitude = Double.nan
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
    var ecefx = Double.nan
    var ecefy = Double.nan
    var ecefz = Double.nan
    var ecefvx = Double.nan
    var ecefvy = Double.nan
    var ecefvz = Double.nan
}
