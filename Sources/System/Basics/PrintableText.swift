/// Text from elsewhere, made safe to show on a terminal and in a journal.
public enum PrintableText {
    /// The longest name of a device that is kept, in Unicode scalars; libgps has room for as many bytes (GPS_PATH_MAX).
    public static let maxDeviceLength = 128

    /// The text with U+FFFD in place of each control character, cut to so many scalars.
    ///
    /// Control characters are those of ISO 646 and ISO 6429 (C0, DEL and C1), which a terminal obeys, and those that end
    /// a line or change the direction of writing (Unicode's bidirectional controls), which hide what follows.
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
