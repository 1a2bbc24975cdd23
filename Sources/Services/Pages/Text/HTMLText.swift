/// Text as it stands in HTML, in an element as well as in a quoted attribute.
enum HTMLText {
    /// Appends text with the five characters that mean something to HTML replaced.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if let reference = reference(for: byte) {
                bytes += reference.utf8
            } else {
                bytes.append(byte)
            }
        }
    }

    /// How many bytes ``append(_:to:)`` appends.
    static func length(of text: String) -> Int {
        text.utf8.reduce(0) { $0 + (reference(for: $1)?.utf8.count ?? 1) }
    }

    private static func reference(for byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}
