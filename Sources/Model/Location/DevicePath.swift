import Basics

/// The path of a receiver as gpsd has it: a file such as `/dev/ttyUSB0`, or the address of a stream.
///
/// Whatever parses or stores a path removes the user and the password of an address first, so that no value has them.
public enum DevicePath {
    /// The bytes of a path after which gpsd and libgps cut it (`GPS_PATH_MAX` in gps.h, less the NUL).
    private static let maxByteCount = 127

    /// Returns a path in printable form, without the user and the password of an address, cut to the length that libgps
    /// has room for.
    public static func printable(_ path: String) -> String {
        PrintableText.sanitized(withoutCredentials(path), limit: PrintableText.maxDeviceLength)
    }

    /// Returns a path without the user and the password of an address.
    ///
    /// gpsd lists a source of corrections with both (`ntrip://user:password@host/mount`), and takes what is before the last
    /// `@` for them, regardless of its content (gpsd/net_ntrip.c, `ntrip_parse_url`). If gpsd has cut the address before
    /// its `@`, only the scheme remains.
    public static func withoutCredentials(_ path: String) -> String {
        let hasMark = path.utf8.contains(UInt8(ascii: "@"))
        guard hasMark || path.utf8.count >= maxByteCount, let scheme = path.range(ofText: "://") else { return path }
        guard let at = path.utf8[scheme.upperBound...].lastIndex(of: UInt8(ascii: "@")) else {
            return hasMark ? path : path[..<scheme.upperBound] + "…"
        }
        return "\(path[..<scheme.upperBound])\(path[path.utf8.index(after: at)...])"
    }

    /// Returns false for the path of a device without positions: a source of corrections, or of pulses and time.
    public static func isReceiver(_ path: String) -> Bool {
        let path = path.lowercased()
        return !sourcesWithoutPositions.contains { path.hasPrefix($0) }
    }

    /// Corrections by NTRIP and DGPSIP (gpsd(8)), RTCM from any other program, and the pulses and clocks of the kernel.
    private static let sourcesWithoutPositions = [
        "ntrip://", "ntrips://", "dgpsip://", "rtcm://", "/dev/pps", "/dev/ptp",
    ]

    /// Returns a text without the users and passwords of the addresses in it, such as a list of devices.
    ///
    /// An address ends at a blank; its user and password, at the last `@` before that.
    public static func redacted(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "@")), text.contains(text: "://") else { return text }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        return words.map { withoutCredentials(String($0)) }.joined(separator: " ")
    }
}
