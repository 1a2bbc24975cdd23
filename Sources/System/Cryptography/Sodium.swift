import CSodium

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
