import Location

/// A witness of interference and of faults of the antenna that the receiver reports.
///
/// The indicator of u-blox is 2 to 31 on clean recordings, its zero is another one in each box, and it says nothing of the
/// position. Receivers with a passive antenna report an open one always.
struct InterferenceWitness: Sendable {
    /// The rise of the indicator, of 255, that speaks of interference, and that up to which it still does.
    private static let begin = 60.0
    private static let end = 30.0
    /// The reports that show what is usual, those in a row that show more than an outlier, and the share of a new one.
    private static let learning = 10
    private static let minCount = 2
    private static let share = 0.05
    /// The seconds for which a report counts: gpsd asks for it with every fourth fix.
    private static let memory = 30.0
    /// The seconds after which a higher indicator is taken for usual.
    private static let patience = 3600.0
    /// The seconds without a fault after which one is news.
    private static let faultless = 60.0

    private var mean = 0.0
    private var reports = 0
    private var count = 0
    private var reportedAt = 0.0
    private var highSince: Double?
    private var first: Double?
    private var fault: (kind: ReceiverHealth.Antenna, time: Double)?
    private var isUsuallyFaulty = false
    /// The last indicator, 1 to 255.
    private(set) var indicator = 0

    /// Returns true while there is interference.
    func isJammed(at time: Double) -> Bool { count >= Self.minCount && time - reportedAt < Self.memory }

    /// Returns the fault of the antenna, if it began lately.
    func antennaFault(at time: Double) -> ReceiverHealth.Antenna? {
        guard let fault, !isUsuallyFaulty, time - fault.time < Self.memory else { return nil }
        return fault.kind
    }

    /// Notes a fix, with or without a report.
    mutating func noteFix(at time: Double) { first = first ?? time }

    /// Adds a report.
    mutating func add(_ health: ReceiverHealth, at time: Double) {
        let start = first ?? time
        if let antenna = health.antenna {
            if time - start < Self.faultless { isUsuallyFaulty = true }
            fault = (antenna, time)
        }
        guard let value = health.interference else { return }
        (indicator, reportedAt) = (Int(value), time)
        let isHigh = Double(value) > mean + (count >= Self.minCount ? Self.end : Self.begin)
        guard isHigh, reports >= Self.learning else {
            reports += 1
            mean += (Double(value) - mean) * max(Self.share, 1 / Double(reports))
            (count, highSince) = (0, nil)
            return
        }
        count += 1
        let since = highSince ?? time
        highSince = since
        if time - since > Self.patience { (mean, count, highSince) = (Double(value), 0, nil) }
    }
}
