import CSodium

/// Comparison in constant time.
public enum ConstantTime {
    /// Returns true if both have the same bytes; the time reveals only their number.
    public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        // Both are lent to the call and have as many bytes as given.
        return unsafe sodium_memcmp(left, right, left.count) == 0
    }

    /// Returns true if both are the same text, byte by byte; the time reveals only the number of bytes.
    public static func areEqual(_ left: String, _ right: String) -> Bool {
        let count = left.utf8.count
        guard count == right.utf8.count else { return false }
        // Both are lent to the call as C strings, with as many bytes as given before their NUL.
        return unsafe left.withCString { left in
            unsafe right.withCString { unsafe sodium_memcmp(left, $0, count) == 0 }
        }
    }
}
