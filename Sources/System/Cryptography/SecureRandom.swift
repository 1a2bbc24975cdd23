import CSodium

/// Bytes that nobody can guess, from the kernel.
public enum SecureRandom {
    /// So many random bytes; none where the number is not above 0.
    public static func bytes(_ count: Int) -> [UInt8] {
        Sodium.initialise()
        let count = max(0, count)
        var bytes = [UInt8](repeating: 0, count: count)
        // The library fills as many bytes as it is told, and ends the process where the kernel has none to give.
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }
}
