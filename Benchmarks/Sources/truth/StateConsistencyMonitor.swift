import Basics
import Location
import Simulator

/// Measures for how long the displayed state contradicts the data of the receiver.
struct StateConsistencyMonitor {
    private static let staleAfter = Duration.seconds(10)

    private(set) var longest = Duration.zero
    private var lastPosition: Duration?
    private var hasNoFix = false
    private var since: Duration?

    mutating func record(_ epoch: ScenarioEpoch) {
        guard let fix = epoch.fix else { return }
        hasNoFix = fix.coordinate == nil
        if !hasNoFix { lastPosition = epoch.moment.uptime }
    }

    mutating func evaluate(_ state: TrackingState, at uptime: Duration) {
        let isFresh = lastPosition.map { uptime - $0 < Self.staleAfter } ?? false
        let isRight = (state == .live) == (isFresh && !hasNoFix)
        guard !isRight else {
            since = nil
            return
        }
        let begin = since ?? uptime
        since = begin
        longest = max(longest, uptime - begin)
    }
}
