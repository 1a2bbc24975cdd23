/// Writes one JSON object after another into bytes, keys in the order they come.
///
/// By hand, because JSONEncoder has no stable order but the alphabet's, prints the shortest digits that name a
/// Double whatever they mean, and takes several times as long.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    init() {
        bytes.reserveCapacity(1024)
    }

    mutating func object(_ name: StaticString? = nil, _ members: (inout JSONWriter) -> Void) {
        if let name { key(name) }
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        members(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    mutating func string(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 { append(escaped: byte) }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func boolean(_ name: StaticString, _ value: Bool) {
        key(name)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    mutating func integer(_ name: StaticString, _ value: (some BinaryInteger)?) {
        guard let value else { return }
        key(name)
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Writes a number rounded to that many decimals, without the zeros at its end; leaves out what is not finite.
    mutating func number(_ name: StaticString, _ value: Double?, decimals: Int) {
        guard let value, value.isFinite else { return }
        key(name)
        append(value, decimals: decimals)
    }

    private mutating func key(_ name: StaticString) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
        bytes.append(contentsOf: "\"\(name)\":".utf8)
    }
}

extension JSONWriter {
    /// RFC 8259, section 7: the quotation mark, the reverse solidus and the control characters must be escaped.
    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case 0x0A: bytes += Array("\\n".utf8)
        case 0..<0x20:
            let digits = String(byte, radix: 16)
            bytes += Array(("\\u00" + (byte < 0x10 ? "0" : "") + digits).utf8)
        default: bytes.append(byte)
        }
    }

    private mutating func append(_ value: Double, decimals: Int) {
        let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
        guard let scaled = Int64(exactly: (value * scale).rounded()), scaled > .min else {
            bytes.append(contentsOf: value.description.utf8)
            return
        }
        if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, part) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
        bytes.append(contentsOf: String(whole).utf8)
        append(fraction: part, decimals: decimals)
    }

    private mutating func append(fraction: UInt64, decimals: Int) {
        bytes.append(UInt8(ascii: "."))
        var rest = fraction
        var digits: [UInt8] = []
        for _ in 0..<decimals {
            digits.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        bytes.append(contentsOf: significant.isEmpty ? [UInt8(ascii: "0")] : Array(significant.reversed()))
    }
}
