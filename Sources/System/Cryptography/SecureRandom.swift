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
