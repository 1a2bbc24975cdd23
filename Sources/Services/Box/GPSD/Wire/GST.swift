import Glibc
import Location

/// A report of gpsd on the errors of the pseudoranges, one line of it (gpsd_json(5)): the ellipse of a standard deviation.
struct GST {
    let device: String
    /// The correlation of the errors along north and east, -1 to 1.
    let correlation: Double

    /// Reads a NUL-terminated line in the form that gpsd writes; nil without an ellipse.
    init?(_ line: UnsafeMutablePointer<CChar>) {
        guard let major = unsafe Self.number("\"major\":", in: line),
            let minor = unsafe Self.number("\"minor\":", in: line),
            let angle = unsafe Self.number("\"orient\":", in: line), major >= minor, minor > 0
        else { return nil }
        // The covariance matrix of an ellipse whose major axis is turned from true north, in degrees (NMEA 0183, GST).
        let (sine, cosine) = (sin(angle * .pi / 180), cos(angle * .pi / 180))
        let (long, short) = (major * major, minor * minor)
        let north = long * cosine * cosine + short * sine * sine
        let east = long * sine * sine + short * cosine * cosine
        correlation = (long - short) * sine * cosine / (north * east).squareRoot()
        guard correlation.isFinite else { return nil }
        device = unsafe Self.device(in: line)
    }

    private static func number(_ key: String, in line: UnsafeMutablePointer<CChar>) -> Double? {
        // A match lies before the NUL, and strtod stops at the latest there.
        guard let found = unsafe strstr(line, key) else { return nil }
        let digits = unsafe found + key.utf8.count
        var end: UnsafeMutablePointer<CChar>?
        let value = unsafe strtod(digits, &end)
        return unsafe end != digits && value.isFinite ? value : nil
    }

    /// The path as ``Unpacker`` has it; empty without one.
    private static func device(in line: UnsafeMutablePointer<CChar>) -> String {
        // Both ends lie before the NUL.
        let key = "\"device\":\""
        guard let found = unsafe strstr(line, key) else { return "" }
        let start = unsafe found + key.utf8.count
        let length = unsafe strcspn(start, "\"")
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: length)
        return DevicePath.printable(unsafe String(decoding: bytes, as: UTF8.self))
    }
}
