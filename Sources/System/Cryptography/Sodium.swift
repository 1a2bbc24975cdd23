import CSodium

/// The library, made ready once in the life of the process.
enum Sodium {
    /// What sodium_init(3) answered.
    ///
    /// It chooses the fastest code for this processor and opens its source of random bytes. Where that fails, the calls
    /// made here are right all the same: they start what they need by themselves.
    private static let code = sodium_init()

    /// Makes the library ready, by whoever calls first.
    static func initialise() {
        _ = code
    }
}
