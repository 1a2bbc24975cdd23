import Location

/// Counts the fixes in a row whose time goes on as uptime does.
struct TimeSeries: Sendable {
    private var last: (time: Timestamp, uptime: Duration)?
    private var count = 0

    /// Whether there are enough of them to believe the time.
    var isConfirmed: Bool { count >= TimeCheck.Limits.consistent }

    /// Counts a fix, or begins anew with it; one of the same time again counts nothing.
    mutating func add(_ time: Timestamp, at uptime: Duration) {
        defer { last = (time, uptime) }
        guard let last, goesOn(from: last, to: (time, uptime)) else {
            count = 1
            return
        }
        if time > last.time { count = min(count + 1, TimeCheck.Limits.consistent) }
    }

    private func goesOn(
        from last: (time: Timestamp, uptime: Duration), to next: (time: Timestamp, uptime: Duration)
    ) -> Bool {
        let difference = (next.time - last.time) - (next.uptime - last.uptime)
        return difference >= .zero - TimeCheck.Limits.step && difference <= TimeCheck.Limits.step
    }
}
