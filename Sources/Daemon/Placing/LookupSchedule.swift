import Location

/// When it is looked anew what is around: when the machine has come some way, and now and then where it stays, since
/// the gazetteer may have got another source meanwhile.
struct LookupSchedule {
    /// Metres.
    private static let distance = 100.0
    private static let pause = Duration.seconds(60)
    /// Not sooner, however fast it moves.
    private static let shortestPause = Duration.seconds(1)

    private var last: (coordinate: Coordinate, uptime: Duration)?

    /// Forgets what was looked up: what is looked through has changed.
    mutating func reset() { last = nil }

    /// Whether it is to be looked now; then that counts as done.
    mutating func isDue(at coordinate: Coordinate, isLive: Bool, uptime: Duration) -> Bool {
        if let last {
            let pause = uptime - last.uptime
            guard pause >= Self.shortestPause else { return false }
            guard isLive && pause >= Self.pause || coordinate.distance(to: last.coordinate) >= Self.distance
            else { return false }
        }
        last = (coordinate, uptime)
        return true
    }
}
