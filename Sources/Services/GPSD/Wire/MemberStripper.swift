import Glibc

/// A filter of the members of a TPV line that nothing here reads.
///
/// libgps looks up each name in a list and parses each number; without these, a usual line takes it a quarter less.
enum MemberStripper {
    /// The ends of member names with what follows them, by their first letter.
    private static let ept: StaticString = "ept\":"
    private static let epc: StaticString = "epc\":"
    private static let sep: StaticString = "sep\":"
    private static let alt: StaticString = "alt\":"
    private static let magtrack: StaticString = "magtrack\":"
    private static let magvar: StaticString = "magvar\":"
    private static let geoidSep: StaticString = "geoidSep\":"
    /// The characters of a number.
    private static let number = "+-.0123456789Ee"

    /// Removes unused members with numeric values from a NUL-terminated line; all else is unchanged.
    static func strip(from line: UnsafeMutablePointer<CChar>) {
        // Inside a string a quote is escaped, so that `,"name":` is always a member. All reads lie before the NUL, and
        // all writes before the reads.
        var written = unsafe line
        var rest = unsafe line
        var next = unsafe strchr(line, comma)
        while let member = unsafe next {
            if let end = unsafe end(ofUnusedMember: member) {
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

    private static let comma = Int32(UInt8(ascii: ","))

    /// Returns the end of the member that begins with this comma; nil if it is used, or not a number.
    private static func end(ofUnusedMember member: UnsafeMutablePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
        guard unsafe member[1] == CChar(UInt8(ascii: "\"")), let name = unsafe unusedNameLength(at: member + 2) else {
            return nil
        }
        let value = unsafe member + 2 + name
        let end = unsafe value + strspn(value, number)
        let isWhole = unsafe end.pointee == CChar(comma) || end.pointee == CChar(UInt8(ascii: "}"))
        return unsafe isWhole && end != value ? end : nil
    }

    /// Returns the length of the name with what follows it; nil for other names.
    private static func unusedNameLength(at name: UnsafeMutablePointer<CChar>) -> Int? {
        switch unsafe UInt8(bitPattern: name[0]) {
        case UInt8(ascii: "e"): unsafe length(name, of: ept) ?? length(name, of: epc)
        case UInt8(ascii: "s"): unsafe length(name, of: sep)
        case UInt8(ascii: "a"): unsafe length(name, of: alt)
        case UInt8(ascii: "m"): unsafe length(name, of: magtrack) ?? length(name, of: magvar)
        case UInt8(ascii: "g"): unsafe length(name, of: geoidSep)
        default: nil
        }
    }

    private static func length(_ name: UnsafeMutablePointer<CChar>, of unread: StaticString) -> Int? {
        // Compares up to the NUL of the line at most.
        let isSame = unread.withUTF8Buffer { bytes in
            guard let start = bytes.baseAddress else { return false }
            return unsafe strncmp(name, UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), bytes.count) == 0
        }
        return isSame ? unread.utf8CodeUnitCount : nil
    }
}
