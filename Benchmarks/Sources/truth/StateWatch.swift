import Basics
import Location
import Simulator

/// Watches for how long a state contradicts what the receiver gives.
struct StateWatch {
    private static let staleAfter = Duration.seconds(10)

    private(set) var longest = Duration.zero
    private var lastGiven: Duration?
    private var saysNone = false
    private var since: Duration?

    mutating func note(_ epoch: ScenarioEpoch) {
        guard let fix = epoch.fix else { return }
        saysNone = fix.coordinate == nil
        if !saysNone { lastGiven = epoch.moment.uptime }
    }

    mutating func look(_ state: TrackingState, at uptime: Duration) {
        let isFresh = lastGiven.map { uptime - $0 < Self.staleAfter } ?? false
        let isRight = (state == .live) == (isFresh && !saysNone)
        guard !isRight else {
            since = nil
            return
        }
        let begin = since ?? uptime
        since = begin
        longest = max(longest, uptime - begin)
    }
}
