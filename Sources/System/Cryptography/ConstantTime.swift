import CSodium

/// Comparison that takes as long whatever differs.
public enum ConstantTime {
    /// Whether both are the same bytes; the time tells their number and nothing else.
    public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        // Both are lent to the call and have as many bytes as it is told.
        return unsafe sodium_memcmp(left, right, left.count) == 0
    }

    /// Whether both are the same text, byte by byte; the time tells the number of bytes and nothing else.
    public static func areEqual(_ left: String, _ right: String) -> Bool {
        let count = left.utf8.count
        guard count == right.utf8.count else { return false }
        // Both are lent to the call as C strings, which have as many bytes as it is told before their NUL.
        return unsafe left.withCString { left in
            unsafe right.withCString { unsafe sodium_memcmp(left, $0, count) == 0 }
        }
    }
}
