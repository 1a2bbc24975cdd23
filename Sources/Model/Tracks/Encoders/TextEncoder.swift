public import Basics
public import Location

/// Encodes text for people: a line per point, an empty line at each gap, and the receiver's name where it changes.
///
///     2026-01-01 11:06:52  -37.809969,144.963264  within 6 m  12.6 km/h  course 90° E  moving
public struct TextEncoder: TrackEncoder {
    /// The form of values that are not in decimal degrees, metres, and kilometres per hour.
    public struct Style: Sendable {
        /// Formats a position; nil for decimal degrees without a space.
        public var position: (@Sendable (Coordinate) -> String)?
        /// Formats a length in metres; nil for whole metres.
        public var length: (@Sendable (Double) -> String)?
        /// Formats an altitude in metres; nil for whole metres.
        public var altitude: (@Sendable (Double) -> String)?
        /// Formats a speed in metres per second; nil for kilometres per hour.
        public var speed: (@Sendable (Double) -> String)?

        /// Creates the default style.
        public init() {}
    }

    private let style: Style
    private let localTime: @Sendable (Timestamp) -> String
    /// The receiver of the previous line.
    private var device: String?
    private var isAfterGap = false

    /// Creates an encoder with a style; `localTime` formats a time in the user's time zone.
    public init(style: Style = Style(), localTime: @escaping @Sendable (Timestamp) -> String) {
        self.style = style
        self.localTime = localTime
    }

    /// Writes a line.
    public mutating func add(_ point: TrackPoint, into bytes: inout [UInt8]) {
        let isOther = device != nil && device != point.fix.device
        if isAfterGap, !isOther { bytes.append("\n") }
        device = point.fix.device
        isAfterGap = false
        bytes.append(localTime(point.timestamp))
        bytes.append("  ")
        if let position = style.position {
            bytes.append(position(point.coordinate))
        } else {
            bytes.append(fixed: point.coordinate.latitude)
            bytes.append(",")
            bytes.append(fixed: point.coordinate.longitude)
        }
        bytes.append(wordsOf: point, style)
        if isOther, !point.fix.device.isEmpty { bytes.append("  " + PrintableText.sanitized(point.fix.device)) }
        bytes.append("\n")
    }

    /// Marks a gap, which is written only between points.
    public mutating func gap(into bytes: inout [UInt8]) {
        isAfterGap = device != nil
    }
}

extension [UInt8] {
    /// Appends degrees with exactly six decimals (0.1 m), so that columns align.
    fileprivate mutating func append(fixed degrees: Double) {
        let scaled = (degrees * 1e6).rounded()
        if scaled < 0 { append(UInt8(ascii: "-")) }
        let (whole, part) = UInt64(scaled.magnitude).quotientAndRemainder(dividingBy: 1_000_000)
        DecimalText.append(Int64(whole), to: &self)
        append(UInt8(ascii: "."))
        DecimalText.append(part, width: 6, to: &self)
    }

    fileprivate mutating func append(wordsOf point: TrackPoint, _ style: TextEncoder.Style) {
        let radius = point.fix.horizontalAccuracy?.radius.rounded(.up)
        append(prefix: "  within ", value: radius, decimals: 0, suffix: " m", by: style.length)
        append(prefix: "  altitude ", value: point.fix.altitude, decimals: 0, suffix: " m", by: style.altitude)
        let speed = point.fix.speed.map { style.speed == nil ? $0 * 3.6 : $0 }
        append(prefix: "  ", value: speed, decimals: 1, suffix: " km/h", by: style.speed)
        if let course = point.fix.course {
            let suffix = "° \(CompassPoint.sixteenth(course))"
            append(prefix: "  course ", value: course >= 359.5 ? 0 : course, decimals: 0, suffix: suffix)
        }
        if point.motion != .unknown { append("  " + point.motion.rawValue) }
        if point.integrity != .nominal { append("  " + point.integrity.rawValue) }
    }

    private mutating func append(
        prefix before: String, value: Double?, decimals: Int, suffix after: String,
        by format: ((Double) -> String)? = nil
    ) {
        guard let value, value.magnitude < 1e12 else { return }
        append(before)
        if let format { return append(format(value)) }
        append(value, decimals)
        append(after)
    }
}
