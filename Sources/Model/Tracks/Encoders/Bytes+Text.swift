import Basics
import Location

extension [UInt8] {
    /// Appends text as UTF-8.
    mutating func append(_ text: String) {
        let text = text.utf8.span
        append(addingCapacity: text.count) { output in
            for index in text.indices { output.append(text[index]) }
        }
    }

    /// Appends a number rounded to that many decimals; nothing where it is not finite.
    mutating func append(_ value: Double, _ decimals: Int) {
        DecimalText.append(value, decimals: decimals, to: &self)
    }

    /// Appends text from elsewhere as the content of an XML element or attribute.
    ///
    /// What XML 1.0 has no character for, section 2.2, is replaced as for a terminal.
    mutating func append(escapingXML text: String) {
        for scalar in PrintableText.sanitized(text).unicodeScalars {
            switch scalar {
            case "&": append("&amp;")
            case "<": append("&lt;")
            case ">": append("&gt;")
            case "\"": append("&quot;")
            case "\u{FFFE}", "\u{FFFF}": append("\u{FFFD}")
            default: append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }
}

extension Coordinate {
    /// Degrees north and east in steps of 1e-7 degree, 11 mm, as text for the formats of other programs.
    static let decimals = 7

    /// The longitude from -180 up to but not including 180, also once it is rounded to ``decimals``.
    var longitudeBelow180: Double { longitude > 179.999_999_949 ? -180 : longitude }
}
