import CSodium

/// Cryptographically secure random bytes from the kernel.
public enum SecureRandom {
    /// Returns `count` random bytes; none if the count is not above 0.
    public static func bytes(_ count: Int) -> [UInt8] {
        Sodium.initialise()
        let count = max(0, count)
        var bytes = [UInt8](repeating: 0, count: count)
        // The library fills as many bytes as given, and aborts the process if the kernel has none.
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }
}

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

/// The initialisation of libsodium, once per process.
enum Sodium {
    /// The result of sodium_init(3).
    ///
    /// It selects the fastest code for this processor and opens its source of random bytes. The calls of this module
    /// are correct even if it fails: they initialise what they need.
    private static let code = sodium_init()

    /// Initialises the library at the first call.
    static func initialise() {
        _ = code
    }
}
