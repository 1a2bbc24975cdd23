import Basics
import Location

/// Counts the fixes in a row whose time goes on as uptime does.
struct TimeSeries: Sendable {
    private var newest: (time: Timestamp, uptime: Duration)?
    private var began: Duration = .zero
    private var count = 0

    /// Whether there are enough of them to believe the time.
    var isConfirmed: Bool { count >= TimeValidator.Limits.confirmingFixes }

    /// Whether they have gone on for so long that they count more than what was believed before.
    var isLong: Bool {
        guard isConfirmed, let newest else { return false }
        return newest.uptime - began >= TimeValidator.Limits.contradictionTime
    }

    /// Counts a fix, or begins anew with it.
    ///
    /// One that is not newer counts nothing, since receivers say an epoch twice; a time that stands still falls behind
    /// uptime, and begins anew for ever.
    mutating func add(_ time: Timestamp, at uptime: Duration) {
        guard let newest, goesOn(from: newest, to: (time, uptime)) else {
            newest = (time, uptime)
            began = uptime
            count = 1
            return
        }
        guard time > newest.time else { return }
        self.newest = (time, uptime)
        count = min(count + 1, TimeValidator.Limits.confirmingFixes)
    }

    private func goesOn(
        from last: (time: Timestamp, uptime: Duration), to next: (time: Timestamp, uptime: Duration)
    ) -> Bool {
        let difference = (next.time - last.time) - (next.uptime - last.uptime)
        return difference >= .zero - TimeValidator.Limits.maxStep && difference <= TimeValidator.Limits.maxStep
    }
}
