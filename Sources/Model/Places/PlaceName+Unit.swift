extension PlaceName {
    /// The name as the instance of a systemd unit: `whereismy-place@INSTANCE.target`.
    ///
    /// As systemd-escape(1) has it: letters, digits, colon, underscore and dot stay, but for a dot at the start; of all
    /// other bytes there are the hexadecimal digits behind `\x`.
    public var unitInstance: String {
        var escaped = ""
        for (index, byte) in text.utf8.enumerated() {
            if Self.stays(byte), index > 0 || byte != UInt8(ascii: ".") {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                escaped += (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16)
            }
        }
        return escaped
    }

    private static func stays(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }
}
