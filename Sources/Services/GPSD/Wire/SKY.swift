import Basics
import Location

/// A SKY report of gpsd, one line of it, as read by libgps (gpsd_json(5)).
struct SKY: Sendable {
    var device = ""
    /// nil if the line has no time.
    var time: Timestamp?
    /// The satellites; counts are nil if the line lists none.
    var satellites: Satellites
    /// True if the listed satellites were read; otherwise an earlier list stays in effect.
    var isListRead = true
}
