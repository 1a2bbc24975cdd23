import Basics
import HistoryEncoding
public import Location
import NMEA

/// Encodes NMEA 0183: GGA and RMC for each point, with checksums.
///
/// Gaps are not represented; claims of a contradicted receiver are not valid. Points have no dilutions, so the HDOP
/// field is empty. ``NMEASentence`` builds one from strings; for a million points that would take ten times as long.
public struct NMEAEncoder: TrackEncoder {
    /// Creates an encoder.
    public init() {}

    /// Writes two sentences.
    public mutating func add(_ point: TrackPoint, into bytes: inout [UInt8]) {
        let time = CivilTime(point.timestamp)
        bytes.appendSentence { $0.append(ggaOf: point, at: time) }
        bytes.appendSentence { $0.append(rmcOf: point, at: time) }
    }
}

extension [UInt8] {
    /// Appends `$`, the body written by a closure, the checksum and the line ending (NMEA 0183, 5.3.1).
    fileprivate mutating func appendSentence(_ body: (inout [UInt8]) -> Void) {
        append(UInt8(ascii: "$"))
        let start = count
        body(&self)
        let sum = self[start...].reduce(0, ^)
        append("*")
        for digit in [sum >> 4, sum & 0xF] { append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
        append("\r\n")
    }

    /// GGA: time, position, quality, satellites, no HDOP, altitude, height of the geoid.
    fileprivate mutating func append(ggaOf point: TrackPoint, at time: CivilTime) {
        append("GPGGA,")
        append(timeOfDay: time)
        append(position: point.coordinate)
        append(",")
        append(point.isTrusted ? point.fix.differential.nmeaQuality : "0")
        append(",")
        if let used = point.satellitesUsed, used >= 0 { DecimalText.append(UInt64(used), width: 2, to: &self) }
        append(",,")
        append(field: point.fix.altitude, 3)
        append(",M,")
        append(field: point.fix.geoidHeight, 3)
        append(",M,,")
    }

    /// RMC: time, validity, position, knots, course, date, no magnetic variation, mode.
    fileprivate mutating func append(rmcOf point: TrackPoint, at time: CivilTime) {
        append("GPRMC,")
        append(timeOfDay: time)
        append(point.isTrusted ? ",A" : ",V")
        append(position: point.coordinate)
        append(",")
        append(field: point.fix.speed.map { $0 / NMEAUnits.knot }, 3)
        append(",")
        append(field: point.fix.courseBelow360, 2)
        append(",")
        for part in [time.day, time.month, time.year % 100] {
            DecimalText.append(UInt64(part.magnitude), width: 2, to: &self)
        }
        append(",,,")
        append(point.isTrusted ? point.fix.differential.nmeaMode : "N")
    }

    private mutating func append(timeOfDay time: CivilTime) {
        for part in [time.hour, time.minute, time.second] { DecimalText.append(UInt64(part), width: 2, to: &self) }
        append(".")
        DecimalText.append(UInt64(time.millisecond), width: 3, to: &self)
    }

    private mutating func append(position coordinate: Coordinate) {
        append(angle: coordinate.latitude, digits: 2, coordinate.latitude < 0 ? ",S" : ",N")
        append(angle: coordinate.longitude, digits: 3, coordinate.longitude < 0 ? ",W" : ",E")
    }

    /// Appends degrees and minutes from a whole number of micro-minutes (2 mm), so that minutes never round to 60.
    private mutating func append(angle degrees: Double, digits: Int, _ hemisphere: String) {
        let units = UInt64((degrees.magnitude * 60_000_000).rounded())
        let (whole, minutes) = units.quotientAndRemainder(dividingBy: 60_000_000)
        append(",")
        DecimalText.append(whole, width: digits, to: &self)
        DecimalText.append(minutes / 1_000_000, width: 2, to: &self)
        append(".")
        DecimalText.append(minutes % 1_000_000, width: 6, to: &self)
        append(hemisphere)
    }

    /// Appends a number; nothing if not known.
    private mutating func append(field value: Double?, _ decimals: Int) {
        guard let value, value.magnitude < 1e9 else { return }
        append(value, decimals)
    }
}
