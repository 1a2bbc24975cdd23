import Basics

/// Decides how many bytes wake the reader, so that it wakes once for an epoch of a slow receiver; pure.
///
/// gpsd sends an epoch in several pieces, such as the sky before or after the position. After some epochs alike, only
/// most of their bytes wake the reader (`SO_RCVLOWAT`), or the time at which the epoch was due and a little patience.
struct ReadPacing: Sendable {
    private var bytes = 0
    private var last: (bytes: Int, at: Duration, interval: Duration)?
    private var alike = 0
    /// The number of bytes that wakes the reader.
    private(set) var threshold = 1
    /// When ``expire(at:)`` has to be called; nil while any byte wakes the reader.
    private(set) var deadline: Duration?

    /// Records that bytes were read; until they complete an epoch, any byte wakes the reader, since a small position
    /// may follow a large sky.
    mutating func receive(_ count: Int) {
        bytes += count
        (threshold, deadline) = (1, nil)
    }

    /// Records the end of an epoch.
    mutating func completeEpoch(at uptime: Duration) {
        let before = last ?? (0, uptime, .zero)
        let interval = uptime - before.at
        let isSteady = abs((interval - before.interval).inSeconds) <= 0.1 * interval.inSeconds
        // Of a fast receiver each byte wakes the reader, so that nothing is late.
        let isSlow = interval >= .milliseconds(400) && interval <= .seconds(5)
        alike = isSteady && isSlow && abs(bytes - before.bytes) * 8 <= before.bytes ? alike + 1 : 0
        // The last piece has more than the fifth that is missing, unless many satellites have gone.
        threshold = alike >= 3 ? max(1, bytes * 4 / 5) : 1
        deadline = alike >= 3 ? uptime + min(interval, before.interval) + .milliseconds(20) : nil
        (last, bytes) = ((bytes, uptime, interval), 0)
    }

    /// Lets any byte wake the reader once the deadline has passed, until epochs are proven again: the end of this one is
    /// late, and a deadline after it would be later still.
    mutating func expire(at uptime: Duration) {
        if let deadline, uptime >= deadline { (threshold, alike, self.deadline) = (1, 0, nil) }
    }
}
