/// External text made safe for terminals and the journal.
public enum PrintableText {
    /// The maximum length of a device name in Unicode scalars; libgps has room for as many bytes (GPS_PATH_MAX).
    public static let maxDeviceLength = 128

    /// Returns the text with U+FFFD in place of each control character, cut to a number of scalars.
    ///
    /// Control characters are those of ISO 646 and ISO 6429 (C0, DEL and C1), which terminals interpret, line
    /// separators, and Unicode's bidirectional controls, which can hide the text that follows.
    public static func sanitized(_ raw: some StringProtocol, limit: Int = .max) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in raw.unicodeScalars.prefix(limit) { scalars.append(isControl(scalar) ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
