import Basics
import Location

extension [UInt8] {
    /// Appends text as UTF-8.
    mutating func append(_ text: String) { append(text.utf8.span) }

    /// Appends a number rounded to a number of decimals; nothing if it is not finite.
    mutating func append(_ value: Double, _ decimals: Int) {
        DecimalText.append(value, decimals: decimals, to: &self)
    }

    /// Appends foreign text as the content of an XML element or attribute.
    ///
    /// Characters that XML 1.0 does not allow (section 2.2) are replaced.
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
    /// The decimals of degrees in the formats of other programs: 1e-7 degree, 11 mm.
    static let decimals = 7

    /// The longitude in -180..<180, also after rounding to ``decimals``.
    var longitudeBelow180: Double { longitude > 179.999_999_949 ? -180 : longitude }
}
