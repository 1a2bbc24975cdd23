import Basics
import Location

/// gpsd's report on the sky, one line of it, as libgps reads it (gpsd_json(5)).
struct SKY: Sendable {
    var device = ""
    /// nil where the line has no time.
    var time: Timestamp?
    /// What the line tells of the satellites; counts are nil where it lists none.
    var satellites: Satellites
    /// Whether the satellites that it lists were read; else an earlier list stands.
    var isListRead = true
}
