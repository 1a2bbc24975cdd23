import Basics

/// Decides how many bytes wake the reader, so that it wakes once for an epoch of a slow receiver; pure.
///
/// gpsd sends an epoch in several pieces, such as the sky before or after the position. After some epochs alike, only
/// most of their bytes wake the reader (`SO_RCVLOWAT`), or the time at which the epoch was due and a little patience.
struct ReadPacing: Sendable {
    /// The time after which an incomplete epoch is read.
    static let patience: Duration = .milliseconds(20)
    /// The intervals of receivers for which waiting pays.
    private static let intervals = Duration.milliseconds(400)...Duration.seconds(5)
    private static let provenEpochs = 3

    private var bytes = 0
    private var last: (bytes: Int, at: Duration, interval: Duration)?
    private var alike = 0
    /// The number of bytes that wakes the reader.
    private(set) var threshold = 1
    /// When ``expire(at:)`` has to be called; nil while any byte wakes the reader.
    private(set) var deadline: Duration?

    /// Records that bytes were read.
    mutating func receive(_ count: Int) { bytes += count }

    /// Records the end of an epoch.
    mutating func completeEpoch(at uptime: Duration) {
        let interval = last.map { uptime - $0.at } ?? .zero
        let isAlike = last.map { Self.isAlike(bytes, $0.bytes) && Self.isAlike(interval, $0.interval) } ?? false
        alike = isAlike && Self.intervals.contains(interval) ? alike + 1 : 0
        let isProven = alike >= Self.provenEpochs
        // The last piece has more than the fifth that is missing, unless only a few satellites have changed.
        threshold = isProven ? max(1, bytes * 4 / 5) : 1
        deadline = isProven ? uptime + min(interval, last?.interval ?? interval) + Self.patience : nil
        last = (bytes, uptime, interval)
        bytes = 0
    }

    /// Lets any byte wake the reader once the deadline has passed.
    mutating func expire(at uptime: Duration) {
        guard let deadline, uptime >= deadline else { return }
        (threshold, self.deadline) = (1, nil)
    }

    private static func isAlike(_ one: Int, _ other: Int) -> Bool { abs(one - other) * 8 <= other }

    private static func isAlike(_ one: Duration, _ other: Duration) -> Bool { abs((one - other) / other) <= 0.1 }
}
