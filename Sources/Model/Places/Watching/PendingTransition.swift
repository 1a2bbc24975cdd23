import Basics
import Location

/// The side of a border that fixes have been on of late, where it is not the one that was decided.
struct PendingTransition: Sendable {
    /// What must pass from the first fix that is certain of it to another one: one can be wrong, and those within a second
    /// share their error.
    static let certainTime = Duration.seconds(1)
    /// What all times may lack: a fix takes a tenth of a second to come here, or three, and never quite the same.
    static let jitter = Duration.milliseconds(250)

    let side: PlaceSide
    let start: Moment
    private var certainSince: Duration?

    init(to side: PlaceSide, at moment: Moment) {
        self.side = side
        start = moment
    }

    /// Takes a fix on that side; answers whether it is decided now.
    mutating func update(isCertain: Bool, dwell: Duration, at moment: Moment) -> Bool {
        guard isCertain else { return false }
        let first = certainSince ?? moment.uptime
        certainSince = first
        let now = moment.uptime + Self.jitter
        return now - first >= Self.certainTime && now - start.uptime >= dwell
    }
}
