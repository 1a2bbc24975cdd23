public import Basics
public import Location

/// An NMEA 0183 sentence.
public struct NMEASentence: Hashable, Sendable, CustomStringConvertible {
    /// The sentence with `$` and checksum, without its line end.
    public let description: String

    /// The sentence with its line end, as transmitted.
    public var bytes: [UInt8] { Array(description.utf8) + [0x0D, 0x0A] }

    /// Creates a sentence from its address, the talker and the name such as `GPRMC`, and its fields.
    public init(_ address: String, _ fields: [String]) {
        let body = ([address] + fields).joined(separator: ",")
        description = "$\(body)*\(Self.checksum(of: body))"
    }

    /// Returns the exclusive or of all characters between `$` and `*` as two hexadecimal digits (NMEA 0183, 5.3.1).
    static func checksum(of body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        return (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true)
    }
}

/// Fields shared by several sentences.
extension NMEASentence {
    /// Returns degrees and minutes, and the hemisphere: `3748.59813`, `S`.
    ///
    /// Rounded as one integer in units of 10 micro-minutes (19 mm), so that minutes never read 60.
    static func angle(_ degrees: Double, digits: Int, positive: String, negative: String) -> [String] {
        let units = Int64((degrees.magnitude * 60 * 100_000).rounded())
        let minute = units % 6_000_000
        let text =
            padded(units / 6_000_000, to: digits) + padded(minute / 100_000, to: 2) + "."
            + padded(minute % 100_000, to: 5)
        return [text, degrees < 0 ? negative : positive]
    }

    /// Returns the latitude as two fields.
    public static func latitude(_ coordinate: Coordinate) -> [String] {
        angle(coordinate.latitude, digits: 2, positive: "N", negative: "S")
    }

    /// Returns the longitude as two fields.
    public static func longitude(_ coordinate: Coordinate) -> [String] {
        angle(coordinate.longitude, digits: 3, positive: "E", negative: "W")
    }

    /// Returns the time of day as `hhmmss.sss`.
    public static func timeOfDay(_ moment: Timestamp) -> String {
        let time = CivilTime(moment)
        return [time.hour, time.minute, time.second].map { padded(Int64($0), to: 2) }.joined() + "."
            + padded(Int64(time.millisecond), to: 3)
    }

    /// Returns the date as `ddmmyy`.
    public static func date(_ moment: Timestamp) -> String {
        let time = CivilTime(moment)
        return [time.day, time.month, time.year % 100].map { padded(Int64($0), to: 2) }.joined()
    }

    /// Returns a number with a number of decimals; empty, as NMEA writes unknown values, if it is nil or out of range.
    public static func decimal(_ value: Double?, _ decimals: Int) -> String {
        guard let value, value.magnitude < 1e9 else { return "" }
        let scale = (0..<decimals).reduce(Int64(1)) { power, _ in power * 10 }
        let units = Int64((value.magnitude * Double(scale)).rounded())
        let fraction = decimals > 0 ? "." + padded(units % scale, to: decimals) : ""
        return (value < 0 && units > 0 ? "-" : "") + String(units / scale) + fraction
    }

    /// Returns degrees with one decimal, a full turn as 0; empty if it is nil.
    public static func course(_ degrees: Double?) -> String {
        let text = decimal(degrees, 1)
        return text == "360.0" ? "0.0" : text
    }

    /// Returns an integer with leading zeros to a width.
    public static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
