import Basics

/// The path of a receiver as gpsd has it: a file such as `/dev/ttyUSB0`, or the address of a stream.
///
/// Whatever parses or stores a path removes the user and the password of an address first, so that no value has them.
public enum DevicePath {
    /// The bytes of a path after which gpsd and libgps cut it (`GPS_PATH_MAX` in gps.h, less the NUL), now and before
    /// gpsd 3.20.
    private static let (maxByteCount, formerMaxByteCount) = (127, 63)

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
        guard path.utf8.contains(UInt8(ascii: ":")), let scheme = path.range(ofText: "://") else { return path }
        let rest = path[scheme.upperBound...]
        guard let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) else {
            return isCut(path, rest) ? path[..<scheme.upperBound] + "…" : path
        }
        return "\(path[..<scheme.upperBound])\(path[path.utf8.index(after: at)...])"
    }

    /// Returns true if the rest of an address may be a part of a user and a password: it has a length at which gpsd cuts,
    /// or, of a source of corrections, something other than a port behind the colon.
    private static func isCut(_ path: String, _ rest: Substring) -> Bool {
        let count = path.utf8.count
        if count >= maxByteCount || count == formerMaxByteCount { return true }
        guard !isReceiver(path), !rest.hasPrefix("["), let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return false
        }
        let port = rest.utf8[rest.utf8.index(after: colon)...].prefix { $0 != UInt8(ascii: "/") }
        return !port.allSatisfy { (48...57).contains($0) }
    }

    /// Returns false for the path of a device without positions: a source of corrections, or of pulses and time.
    public static func isReceiver(_ path: String) -> Bool {
        let path = path.lowercased()
        return !sourcesWithoutPositions.contains { path.hasPrefix($0) }
    }

    /// `SEEN_GPS` of gps.h: the device has sent what a receiver sends.
    private static let seenReceiver: Int32 = 1

    /// Returns false for a device without positions, by all that gpsd knows of it (gpsd_json(5), DEVICE).
    ///
    /// - Parameters:
    ///   - path: nil if it is unknown.
    ///   - driver: gpsd's name of what the device speaks; nil if it is unknown.
    ///   - flags: what the device has sent; nil or 0 if that is unknown.
    /// - Returns: true also for a device of which nothing is known.
    public static func isReceiver(_ path: String?, driver: String?, flags: Int32?) -> Bool {
        if let flags, flags > 0 {
            guard flags & seenReceiver != 0 else { return false }
        } else if let driver, driver == "PPS" || driver.hasPrefix("RTCM") {
            return false
        }
        return path.map { isReceiver($0) } ?? true
    }

    /// Corrections by NTRIP and DGPSIP (gpsd(8)), RTCM from any other program, and the pulses and clocks of the kernel.
    private static let sourcesWithoutPositions = [
        "ntrip://", "ntrips://", "dgpsip://", "rtcm://", "/dev/pps", "/dev/gpspps", "/dev/ptp",
    ]

    /// Returns a text without the users and passwords of the addresses in it, such as a list of devices.
    ///
    /// An address ends at a blank; its user and password, at the last `@` before that. `user:password@host` without a
    /// scheme is an address too.
    public static func redacted(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "@")) || text.contains(text: "://") else { return text }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        return words.map { $0.contains(text: "://") ? withoutCredentials(String($0)) : withoutLogin($0) }
            .joined(separator: " ")
    }

    /// Returns a text whose part before the last `@` is an ellipsis if it has a colon, as a user and a password have.
    public static func withoutLogin(_ text: some StringProtocol) -> String {
        guard let at = text.lastIndex(of: "@"), text[..<at].contains(":") else { return String(text) }
        return "…\(text[at...])"
    }
}
