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

/// The keyed hash of RFC 2104 with SHA-256: it proves that bytes come from a holder of the key.
public enum HMAC {
    /// Returns the hash of bytes under a key of any length, 32 bytes.
    public static func sha256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        Sodium.initialise()
        var state = crypto_auth_hmacsha256_state()
        var hash = [UInt8](repeating: 0, count: SHA256.count)
        // Each reads as many bytes as given; the last one writes 32 (crypto_auth_hmacsha256_BYTES). None can fail.
        _ = unsafe crypto_auth_hmacsha256_init(&state, key, key.count)
        _ = unsafe crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
        _ = unsafe crypto_auth_hmacsha256_final(&state, &hash)
        return hash
    }
}
