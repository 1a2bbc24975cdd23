public import Basics
public import Location

/// What those see who are not the owner: through a share, in a track that is to be published.
///
/// Inside a zone nothing has coordinates. Outside, nothing tells the receiver or how it fares. Where positions are rounded,
/// what they could be worked out from again goes too: speed and course, which lead on from where the rounding changes, and
/// the altitude, which names a hill.
public struct PublicView: Hashable, Sendable {
    let zones: PrivacyZones
    let grid: Grid?
    /// Nothing before it is in a track; nil for no limit.
    let trackStart: Timestamp?
    /// No position from before it is in a report; nil for no limit.
    let reportStart: Timestamp?
    /// Nothing after it is told; nil for no limit.
    let end: Timestamp?

    /// What may be published of a track.
    ///
    /// - Parameters:
    ///   - zones: the places that are not shown.
    ///   - precision: metres to which positions are rounded, 1 to 100,000, else brought to the nearest; nil for as exact
    ///     as they are.
    public init(zones: PrivacyZones, precision: Double? = nil) {
        self.zones = zones
        let range = Share.precisions
        // What is no number is nothing that is known, so the coarsest there is.
        grid = precision.map { Grid(precision: $0 < range.upperBound ? max($0, range.lowerBound) : range.upperBound) }
        (trackStart, reportStart, end) = (nil, nil, nil)
    }

    /// What whoever holds a share may see at a moment.
    ///
    /// - Parameters:
    ///   - share: the share, which is alive.
    ///   - zones: the places that are not shown.
    ///   - now: the time of day; with a delay the view is that of so much earlier, and has to be made anew as time passes.
    public init(_ share: Share, zones: PrivacyZones, at now: Timestamp) {
        self.zones = zones
        grid = share.precision.map(Grid.init)
        (trackStart, reportStart) = (share.trackStart, share.since)
        end = share.delay > .zero ? Timestamp(milliseconds: now.milliseconds - share.delay.milliseconds) : nil
    }

    /// The last moment that may be asked for, which is now less the delay; nil for now.
    public var latest: Timestamp? { end }

    /// The first moment of a track that is seen; nil where it has no begin.
    public var earliest: Timestamp? { trackStart }

    /// A point of a track as others see it; nil inside a zone and outside the time that is shown.
    public func point(_ point: TrackPoint) -> TrackPoint? {
        if let trackStart, point.timestamp < trackStart { return nil }
        if let end, point.timestamp > end { return nil }
        guard zone(of: point.fix) == nil else { return nil }
        return TrackPoint(outside(point.fix), motion: point.motion)
    }

    /// The zone that hides a fix; nil where none does, or it has no position.
    func zone(of fix: Fix) -> PrivacyZone? {
        guard let coordinate = fix.coordinate else { return nil }
        return zones.zone(hiding: coordinate, accuracy: fix.horizontalAccuracy?.radius ?? 0)
    }

    /// A fix outside of all zones as others see it: made anew, so that what is added to fixes is not shown by mistake.
    func outside(_ fix: Fix) -> Fix {
        var shown = Fix(device: "", mode: fix.mode)
        shown.timestamp = fix.timestamp
        guard let grid else {
            shown.coordinate = fix.coordinate
            shown.horizontalAccuracy = fix.horizontalAccuracy
            (shown.altitude, shown.verticalAccuracy) = (fix.altitude, fix.verticalAccuracy)
            (shown.speed, shown.course) = (fix.speed, fix.course)
            return shown
        }
        shown.mode = fix.coordinate == nil ? fix.mode : .twoDimensional
        guard let coordinate = fix.coordinate else { return shown }
        shown.coordinate = grid.rounded(coordinate)
        shown.horizontalAccuracy = fix.horizontalAccuracy.flatMap {
            HorizontalAccuracy(radius: grid.widened($0.radius, at: coordinate), origin: $0.origin)
        }
        return shown
    }
}

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

/// A report as others see it.
public struct PublicReport: Hashable, Sendable {
    /// What may be told; inside a zone it has no fix.
    public let report: Report
    /// The name of the zone that the machine is in, which is the report's `detail` too; nil outside.
    public let zone: String?
}
