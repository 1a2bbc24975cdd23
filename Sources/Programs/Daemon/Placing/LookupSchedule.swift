import Basics
import Location

/// When it is looked anew what is around.
///
/// When the machine has come some way, and now and then where it stays, since the gazetteer may have got another source
/// meanwhile. Where there is no gazetteer, as when it is being brought in, it is
/// looked soon, and then less and less often.
struct LookupSchedule {
    /// Metres.
    private static let distance = 100.0
    private static let maxInterval = Duration.seconds(60)
    /// Not sooner, however fast it moves.
    private static let minInterval = Duration.seconds(1)

    private var last: (coordinate: Coordinate, uptime: Duration)?
    /// How often there was no gazetteer, in a row.
    private var misses = 0

    /// How long it is not looked anew where the machine stays.
    private var interval: Duration { misses == 0 ? Self.maxInterval : min(Self.maxInterval, .seconds(1 << min(misses - 1, 6))) }

    /// Forgets what was looked up: what is looked through has changed.
    mutating func reset() { last = nil }

    /// There was a gazetteer to be asked, or there was none.
    mutating func record(hasGazetteer: Bool) { misses = hasGazetteer ? 0 : min(misses + 1, 7) }

    /// Whether it is to be looked now; then that counts as done.
    mutating func isDue(at coordinate: Coordinate, isLive: Bool, uptime: Duration) -> Bool {
        if let last {
            let pause = uptime - last.uptime
            guard pause >= Self.minInterval else { return false }
            guard isLive && pause >= self.interval || coordinate.distance(to: last.coordinate) >= Self.distance
            else { return false }
        }
        last = (coordinate, uptime)
        return true
    }
}
