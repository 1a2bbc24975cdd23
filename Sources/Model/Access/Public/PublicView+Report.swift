public import Basics
public import Location

extension PublicView {
    /// The newest report as others see it, for a view without a delay.
    ///
    /// With a delay it says nothing but that there is no position: ``report(of:at:staleAfter:)`` is the one to ask.
    public func report(_ report: Report) -> PublicReport {
        guard end == nil else { return PublicReport(report: Self.noPosition(since: end), zone: nil) }
        var shown = Report(state: report.state, since: report.since, sequence: report.sequence)
        guard let fix = report.fix, isVisible(fix) else { return PublicReport(report: shown, zone: nil) }
        shown.age = report.age
        // Each fix counts, so in a zone the number tells what the age would.
        if zone(of: fix) != nil { shown.sequence = 0 }
        let seen = place(fix, motion: report.motion, received: report.received, in: shown)
        guard seen.zone == nil, grid == nil else { return seen }
        // How far a town is and in which direction leads back to the exact position, and so is for those who see that.
        // What the owner calls places, and where they are, is for nobody else.
        shown = seen.report
        shown.place = report.place
        return PublicReport(report: shown, zone: nil)
    }

    /// The report as it would have been, for a view with a delay.
    ///
    /// Everything in it is of then: its state began with the point, or in a zone with the minute; its number is that time,
    /// and so neither tells anything of what came later. The age alone is of now, as it has to be.
    ///
    /// - Parameters:
    ///   - point: the last point of the history up to ``latest``; one from later is not shown. Nil where there is none.
    ///   - now: the time of day.
    ///   - staleAfter: how old a position may be and count as current; never less than the 90 s in which a history has one
    ///     of a machine that stands.
    /// - Returns: what may be told.
    public func report(of point: TrackPoint?, at now: Timestamp, staleAfter: Duration) -> PublicReport {
        let then = end ?? now
        guard let point, point.timestamp <= then, isVisible(point.fix) else {
            return PublicReport(report: Self.noPosition(since: then), zone: nil)
        }
        let isLive = then - point.timestamp <= max(staleAfter, .seconds(90))
        // In a zone, the times of its points would tell when the machine moves: a history has fewer while it stands.
        let time = zone(of: point.fix) == nil ? point.timestamp : then.minute
        let sequence = UInt64(max(0, time.milliseconds))
        var shown = Report(state: isLive ? .live : .stale, since: time, sequence: sequence)
        shown.age = now - point.timestamp
        return place(point.fix, motion: point.motion, received: nil, in: shown)
    }

    private func place(_ fix: Fix, motion: Motion?, received: Timestamp?, in report: Report) -> PublicReport {
        var shown = report
        if let zone = zone(of: fix) {
            // When the last position came, and whether the machine moves, is what its owner does in there.
            shown.detail = zone.name
            shown.age = nil
            return PublicReport(report: shown, zone: zone.name)
        }
        shown.fix = outside(fix)
        shown.motion = motion
        shown.received = received
        return PublicReport(report: shown, zone: nil)
    }

    private func isVisible(_ fix: Fix) -> Bool {
        guard let reportStart else { return true }
        return fix.timestamp.map { $0 >= reportStart } ?? false
    }

    private static func noPosition(since: Timestamp?) -> Report {
        Report(state: .noFix, since: since ?? Timestamp(milliseconds: 0))
    }
}

extension Timestamp {
    /// The whole minute that it is in.
    fileprivate var minute: Timestamp {
        let rest = milliseconds % 60_000
        return Timestamp(milliseconds: milliseconds - (rest < 0 ? rest + 60_000 : rest))
    }
}
