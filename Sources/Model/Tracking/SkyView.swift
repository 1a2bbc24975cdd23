import Basics
import Location

/// What a receiver sees of the sky, and when it said so.
struct SkyView: Sendable {
    /// A sky that was good for a fix is good for those of the next seconds.
    private static let lifetime = Duration.seconds(10)

    let satellites: Satellites
    let uptime: Duration

    func isFresh(at now: Duration) -> Bool { now - uptime < Self.lifetime }
}
