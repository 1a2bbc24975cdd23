extension Duration {
    /// Seconds that make sense as an age of what is kept: an hour, which is what is removed at once, to a century.
    static let retentionRange = 3600...3_155_760_000.0
    /// Seconds that make sense between two fixes that are kept: none to a day.
    static let intervalRange = 0...86_400.0
}
