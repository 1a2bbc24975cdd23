/// Values of tokens that expire; their number is bounded.
struct TokenTable<Value> {
    /// The maximum number of tokens.
    static var maxCount: Int { 20_000 }

    private var entries: [String: (value: Value, end: Duration)] = [:]

    /// Returns the value of a token; nil for an unknown or expired one.
    func value(of token: String, at now: Duration) -> Value? {
        entries[token].flatMap { now < $0.end ? $0.value : nil }
    }

    /// Sets the value of a token for a time.
    mutating func set(_ value: Value, of token: String, for time: Duration, at now: Duration) {
        if entries.count >= Self.maxCount, entries[token] == nil {
            entries = entries.filter { now < $0.value.end }
            if entries.count >= Self.maxCount { entries = [:] }
        }
        entries[token] = (value, now + time)
    }

    /// Removes a token.
    mutating func remove(_ token: String) { entries[token] = nil }
}
