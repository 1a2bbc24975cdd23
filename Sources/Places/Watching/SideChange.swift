import Location

/// The side of a border that fixes have been on of late, where it is not the one that was decided.
struct SideChange: Sendable {
    /// Fixes in a row that are certain of it; one can be wrong.
    static let certainFixes = 2
    /// What must pass from the first of them to the last: fixes within a second share their error.
    static let certainTime = Duration.seconds(1)
    /// What all times may lack: a fix takes a tenth of a second to come here, or three, and never quite the same.
    static let jitter = Duration.milliseconds(250)

    let side: PlaceSide
    let begin: Moment
    private var certain = 0
    private var certainSince: Duration?

    init(to side: PlaceSide, at moment: Moment) {
        self.side = side
        begin = moment
    }

    /// Takes a fix on that side; answers whether it is decided now.
    mutating func takes(isCertain: Bool, dwell: Duration, at moment: Moment) -> Bool {
        guard isCertain else { return false }
        let first = certainSince ?? moment.uptime
        certainSince = first
        certain = min(certain + 1, Self.certainFixes)
        let now = moment.uptime + Self.jitter
        return certain == Self.certainFixes && now - first >= Self.certainTime && now - begin.uptime >= dwell
    }
}
