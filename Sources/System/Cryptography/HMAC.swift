import CSodium

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
