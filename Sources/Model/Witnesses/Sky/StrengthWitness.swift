import Location

/// A witness of satellites that are all received with the same strength, as those of one transmitter are.
///
/// Of honest lists half have a standard deviation above 5.7 dB, and one in 350 one below 1.5 dB; some receivers report the
/// same number always, which is why it must have been different before.
struct StrengthWitness: Sendable {
    /// The satellites in use from which a deviation is computed.
    private static let minCount = 6
    /// Standard deviations in dB: of one transmitter, of a sky again, and of a receiver that measures.
    private static let begin = 1.5
    private static let end = 2.5
    private static let usual = 3.0
    /// The seconds for which it lasts, after which it is taken for usual, and the lists that show what is usual.
    private static let minSeconds = 10.0
    private static let patience = 3600.0
    private static let learning = 10
    /// The share of a new list in what is usual.
    private static let share = 0.1

    private var mean = 0.0
    private var count = 0
    private var since: Double?
    /// The standard deviation of the last list in dB.
    private(set) var deviation = 0.0
    /// True while they all have the same strength.
    private(set) var isActive = false
    /// The uptime of the last list that has a deviation.
    private(set) var heardAt = -Double.infinity

    /// Adds a list.
    mutating func add(_ satellites: [Satellite], _ context: Context) {
        var (sum, squares, used) = (0.0, 0.0, 0.0)
        for satellite in satellites where satellite.isUsed {
            guard let signal = satellite.signal else { continue }
            (sum, squares, used) = (sum + signal, squares + signal * signal, used + 1)
        }
        guard used >= Double(Self.minCount) else { return }
        heardAt = context.time
        deviation = max(0, squares / used - sum / used * (sum / used)).squareRoot()
        guard deviation < (isActive ? Self.end : Self.begin) else {
            (since, isActive) = (nil, false)
            guard context.isSettled else { return }
            count += 1
            mean += (deviation - mean) * max(Self.share, 1 / Double(count))
            return
        }
        let began = since ?? context.time
        since = began
        isActive = count >= Self.learning && mean > Self.usual && context.time - began >= Self.minSeconds
        if context.time - began > Self.patience { (mean, count, since, isActive) = (0, 0, nil, false) }
    }
}
