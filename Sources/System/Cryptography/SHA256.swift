import CSodium

/// The hash of FIPS 180-4.
public enum SHA256 {
    /// The length of a hash in bytes.
    public static let count = 32

    /// Returns the hash of bytes, 32 bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        Sodium.initialise()
        var hash = [UInt8](repeating: 0, count: count)
        // It reads as many bytes as given and writes 32 (crypto_hash_sha256_BYTES); it cannot fail.
        _ = unsafe crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
        return hash
    }
}
