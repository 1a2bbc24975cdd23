import Basics

/// The path of a receiver as gpsd has it: a file such as `/dev/ttyUSB0`, or the address of a stream.
public enum DevicePath {
    /// Returns a path in printable form, without the user and the password of an address, cut to the length that libgps
    /// has room for.
    ///
    /// gpsd lists a source of corrections with both (`ntrip://user:password@host/mount`), and takes what is before the last
    /// `@` for them, regardless of its content (gpsd/net_ntrip.c, `ntrip_parse_url`).
    public static func printable(_ path: String) -> String {
        PrintableText.sanitized(withoutUser(path), limit: PrintableText.maxDeviceLength)
    }

    private static func withoutUser(_ path: String) -> String {
        guard let scheme = path.range(ofText: "://"), let at = path[scheme.upperBound...].lastIndex(of: "@") else {
            return path
        }
        return "\(path[..<scheme.upperBound])\(path[path.index(after: at)...])"
    }
}
