import Glibc

/// A filter of the numeric members of a TPV line: reads those that ``TPVNumbers`` has, and removes them and those that
/// nothing here reads.
///
/// libgps looks up each name in a list, one by one; without these members, a usual line takes it a third of the time.
enum MemberStripper {
    /// Removes members from a NUL-terminated line, and adds their values to `numbers`; all else is unchanged, such as a
    /// value that is not a plain decimal number, which is left to libgps.
    static func strip(from line: UnsafeMutablePointer<CChar>, into numbers: inout TPVNumbers) {
        let isFlat = unsafe isFlat(line)
        // Inside a string a quote is escaped, so that `,"name":` is always a member. All reads lie before the NUL, and
        // all writes before the reads.
        var written = unsafe line
        var rest = unsafe line
        var next = unsafe strchr(line, comma)
        while let member = unsafe next {
            if let end = unsafe end(ofRemoved: member, isFlat: isFlat, &numbers) {
                let length = unsafe member - rest
                unsafe memmove(written, rest, length)
                unsafe written += length
                unsafe rest = end
                unsafe next = end.pointee == CChar(comma) ? end : nil
            } else {
                unsafe next = strchr(member + 1, comma)
            }
        }
        guard unsafe written != rest else { return }
        unsafe memmove(written, rest, strlen(rest) + 1)
    }

    /// Returns true for one object: the members of a nested value are not the line's, and libgps ends at the first brace.
    private static func isFlat(_ line: UnsafeMutablePointer<CChar>) -> Bool {
        guard unsafe strrchr(line, Int32(UInt8(ascii: "{"))) == line, unsafe strchr(line, openingBracket) == nil,
            let brace = unsafe strchr(line, closingBrace)
        else { return false }
        return unsafe brace[1 + strspn(brace + 1, " \t\r\n")] == 0
    }

    private static let closingBrace = Int32(UInt8(ascii: "}"))
    private static let comma = Int32(UInt8(ascii: ","))
    private static let openingBracket = Int32(UInt8(ascii: "["))
    private static let quote = CChar(UInt8(ascii: "\""))

    /// Returns the end of the member that begins with this comma, if it is to be removed.
    private static func end(
        ofRemoved member: UnsafeMutablePointer<CChar>, isFlat: Bool, _ numbers: inout TPVNumbers
    ) -> UnsafeMutablePointer<CChar>? {
        guard unsafe member[1] == quote else { return nil }
        var name = TPVNumbers.Name()
        var rest = unsafe member + 2
        while unsafe rest.pointee != quote {
            guard unsafe name.append(UInt8(bitPattern: rest.pointee)) else { return nil }
            unsafe rest += 1
        }
        guard unsafe rest[1] == CChar(UInt8(ascii: ":")), let field = TPVNumbers.Field(name) else { return nil }
        let value = unsafe rest + 2
        if field == .unused { return unsafe end(ofNumber: value) }
        guard isFlat, let number = unsafe PlainDecimal(value) else {
            // Of several members of one name, the last counts.
            numbers.values[field.rawValue] = .nan
            if unsafe end(ofNumber: value) == nil { numbers.isIrregular = true }
            return nil
        }
        numbers.values[field.rawValue] = number.value
        return unsafe value + number.length
    }

    /// Returns the end of a number of any form; nil for anything else.
    private static func end(ofNumber value: UnsafeMutablePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
        let end = unsafe value + strspn(value, "+-.0123456789Ee")
        return unsafe end != value && endsMember(end) ? end : nil
    }

    /// Returns true at what follows the value of a member, which is no decimal comma.
    fileprivate static func endsMember(_ end: UnsafeMutablePointer<CChar>) -> Bool {
        // The byte behind a comma is at most the NUL.
        guard unsafe end.pointee == CChar(comma) else { return unsafe end.pointee == CChar(closingBrace) }
        return unsafe !(CChar(UInt8(ascii: "0"))...CChar(UInt8(ascii: "9"))).contains(end[1])
    }
}

/// A decimal number without exponent, of at most 15 digits: exactly the one that libgps reads.
///
/// Both divide an exact integer by an exact power of ten.
private struct PlainDecimal {
    private static let maxDigits = 15
    private static let powers = InlineArray<16, Double> { index in
        (0..<index).reduce(1) { power, _ in power * 10 }
    }

    let value: Double
    let length: Int

    /// Reads the number at the start of a text that is NUL-terminated; nil if what it is exceeds that, or if no member
    /// ends there.
    init?(_ text: UnsafeMutablePointer<CChar>) {
        let isNegative = unsafe text.pointee == CChar(UInt8(ascii: "-"))
        var index = isNegative ? 1 : 0
        var (mantissa, digits, decimals) = (0, 0, -1)
        while true {
            let byte = unsafe UInt8(bitPattern: text[index])
            if case let digit = byte &- UInt8(ascii: "0"), digit < 10 {
                mantissa = mantissa &* 10 &+ Int(digit)
                digits += 1
                guard digits <= Self.maxDigits else { return nil }
                if decimals >= 0 { decimals += 1 }
            } else if byte == UInt8(ascii: "."), decimals < 0, digits > 0 {
                decimals = 0
            } else {
                break
            }
            index += 1
        }
        guard digits > 0, decimals != 0, unsafe MemberStripper.endsMember(text + index) else { return nil }
        let magnitude = Double(mantissa) / Self.powers[max(0, decimals)]
        (value, length) = (isNegative ? -magnitude : magnitude, index)
    }
}
