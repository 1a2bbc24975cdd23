public import Basics
public import Location

/// A line for each point for people, and an empty one at each gap; a line of another receiver than the one before names
/// it.
///
///     2026-01-01 11:06:52  -37.809969,144.963264  within 6 m  3.5 m/s towards 90  moving
public struct TextEncoder: TrackEncoder {
    private let localTime: @Sendable (Timestamp) -> String
    /// The receiver of the line before.
    private var device: String?
    private var isAfterGap = false

    /// Makes an encoder.
    ///
    /// - Parameter localTime: how a time reads where the user is; time zones are no matter of a pure value.
    public init(localTime: @escaping @Sendable (Timestamp) -> String) {
        self.localTime = localTime
    }

    /// Writes nothing.
    public mutating func begin(into bytes: inout [UInt8]) {}

    /// Writes a line.
    public mutating func add(_ point: TrackPoint, into bytes: inout [UInt8]) {
        let isOther = device != nil && device != point.fix.device
        if isAfterGap, !isOther { bytes.append("\n") }
        (device, isAfterGap) = (point.fix.device, false)
        bytes.append(localTime(point.timestamp))
        bytes.append("  ")
        bytes.append(fixed: point.coordinate.latitude)
        bytes.append(",")
        bytes.append(fixed: point.coordinate.longitude)
        bytes.append(wordsOf: point)
        if isOther, !point.fix.device.isEmpty { bytes.append("  " + PrintableText.sanitized(point.fix.device)) }
        bytes.append("\n")
    }

    /// Remembers the gap; it shows only between points.
    public mutating func gap(into bytes: inout [UInt8]) {
        isAfterGap = device != nil
    }

    /// Writes nothing.
    public mutating func end(into bytes: inout [UInt8]) {}
}

extension [UInt8] {
    /// Degrees with six decimals, a tenth of a metre, all of them, so that columns stay columns.
    fileprivate mutating func append(fixed degrees: Double) {
        let scaled = (degrees * 1e6).rounded()
        if scaled < 0 { append(UInt8(ascii: "-")) }
        let (whole, part) = UInt64(scaled.magnitude).quotientAndRemainder(dividingBy: 1_000_000)
        DecimalText.append(Int64(whole), to: &self)
        append(UInt8(ascii: "."))
        DecimalText.append(part, width: 6, to: &self)
    }

    fileprivate mutating func append(wordsOf point: TrackPoint) {
        append(prefix: "  within ", value: point.fix.horizontalAccuracy.map { $0.radius.rounded(.up) }, decimals: 0, suffix: " m")
        append(prefix: "  altitude ", value: point.fix.altitude, decimals: 0, suffix: " m")
        append(prefix: "  ", value: point.fix.speed, decimals: 1, suffix: " m/s")
        append(prefix: " towards ", value: point.fix.course.map { $0 >= 359.5 ? 0 : $0 }, decimals: 0, suffix: "")
        guard point.motion != .unknown else { return }
        append("  ")
        append(point.motion.rawValue)
    }

    private mutating func append(prefix before: String, value: Double?, decimals: Int, suffix after: String) {
        guard let value, value.magnitude < 1e12 else { return }
        append(before)
        append(value, decimals)
        append(after)
    }
}
