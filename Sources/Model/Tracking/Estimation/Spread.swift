import Location

/// The mean square of a distance over the last minutes, in square metres.
struct Spread: Hashable, Sendable {
    /// The largest mean square of a receiver: no fix is 100 km off for long.
    private static let maxSquare = 1e10
    /// The seconds over which errors are averaged: they change with the satellites in view.
    private static let usualTime = 1200.0
    /// The uncertainty of an average over as long as errors last: half of it, as several lasting errors add up
    /// (measured: with 0.2 one of the drives comes out 4 % worse than the fixes).
    private static let samplingError = 0.5

    private(set) var square = 0.0
    /// The seconds averaged, at most a limit.
    private(set) var seconds = 0.0
    private let limit: Double

    /// Starts empty; `limit` is the largest time averaged, in seconds.
    init(limit: Double = Self.usualTime) {
        self.limit = limit
    }

    /// Adds a squared distance that covers a time step in seconds.
    mutating func add(_ new: Double, after step: Double) {
        seconds = min(seconds + step, limit)
        square += (new - square) * min(1, step / seconds)
    }

    /// Restores the mean of an earlier run; returns false if it is impossible.
    mutating func restore(square: Double, seconds: Double) -> Bool {
        guard (0...Self.maxSquare).contains(square), seconds >= 0 else { return false }
        (self.square, self.seconds) = (square, min(seconds, limit))
        return true
    }

    /// The uncertainty, as a fraction, of an average over errors that last for a time in seconds.
    func uncertainty(of time: Double) -> Double { Self.samplingError * (time / seconds).squareRoot() }
}

/// The share of the last fixes for which something is true, with a hysteresis, so that nothing flips between epochs.
struct Agreement: Hashable, Sendable {
    private(set) var isTrue = false
    private var share = 0.0
    private let on, off, time: Double

    /// Creates one that becomes true above the share `on`, false below `off`, averaged over a time in seconds.
    init(on: Double, off: Double, time: Double) {
        self.on = on
        self.off = off
        self.time = time
    }

    /// Adds the evidence of a fix that covers a time step in seconds.
    mutating func add(_ agrees: Bool, after step: Double) {
        share += ((agrees ? 1 : 0) - share) * min(1, step / time)
        isTrue = share > (isTrue ? off : on)
    }

    /// Decides without waiting for more evidence.
    mutating func assert() { (share, isTrue) = (1, true) }
}
