/// Watches for how long the truth is where the position shown and its radius leave no room for it.
struct StrayWatch {
    /// Radii that hold the truth 95 times in 100 hold it practically always when they are three times as large:
    /// 1 in 80 million, where errors are normal.
    private static let radii = 3.0
    /// Seconds in which nobody has to notice.
    private static let patience = 10.0

    private let interval: Double
    private var spell = 0.0
    /// Seconds of all spells together, each beyond the first ten.
    private(set) var seconds = 0.0

    /// Looks once in each so many seconds.
    init(interval: Double) {
        self.interval = interval
    }

    /// Takes the metres from the position shown to the truth, and its radius; nil for a position without one.
    mutating func look(error: Double, radius: Double?) {
        guard error > Self.radii * (radius ?? 0) else {
            spell = 0
            return
        }
        spell += interval
        seconds += min(interval, max(0, spell - Self.patience))
    }
}
