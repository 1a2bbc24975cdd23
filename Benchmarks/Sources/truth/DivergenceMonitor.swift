/// Measures for how long the true position is far outside the displayed radius.
struct DivergenceMonitor {
    /// A radius that contains the true position in 95 of 100 cases practically always contains it if multiplied by 3:
    /// all but 1 in 80 million, if errors are normally distributed.
    private static let radii = 3.0
    /// Seconds of each occurrence that do not count.
    private static let grace = 10.0

    private let interval: Double
    private var duration = 0.0
    /// The sum of all occurrences, each without its first ten seconds.
    private(set) var seconds = 0.0

    /// - Parameter interval: seconds between two evaluations.
    init(interval: Double) {
        self.interval = interval
    }

    /// Evaluates a displayed position by its error and radius in metres; the radius is nil if it has none.
    mutating func evaluate(error: Double, radius: Double?) {
        guard error > Self.radii * (radius ?? 0) else {
            duration = 0
            return
        }
        duration += interval
        seconds += min(interval, max(0, duration - Self.grace))
    }
}
