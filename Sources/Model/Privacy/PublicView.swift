public import Basics
public import Location

/// The visible part of reports and tracks for anyone but the owner: through a share, or in a published track.
///
/// Nothing has coordinates inside a zone. Outside, the receiver and its health are left out. Rounded positions also
/// lose what could reveal the exact one: speed and course, which extrapolate from where the rounding changes, and the
/// altitude, which identifies a hill.
public struct PublicView: Hashable, Sendable {
    let zones: PrivacyZones
    let grid: Grid?
    /// The start of tracks; nil for no limit.
    let trackStart: Timestamp?
    /// The start of reports; nil for no limit.
    let reportStart: Timestamp?
    /// The end of both; nil for no limit.
    let end: Timestamp?

    /// Creates the view of a published track, or of a share.
    ///
    /// - Parameters:
    ///   - zones: the hidden zones.
    ///   - precision: the rounding in metres, clamped to ``precisions``; nil for exact positions.
    ///   - trackStart: the start of tracks; nil for no limit.
    ///   - reportStart: the start of reports; nil for no limit.
    ///   - end: the end of both; nil for no limit.
    public init(
        zones: PrivacyZones, precision: Double? = nil, trackStart: Timestamp? = nil, reportStart: Timestamp? = nil,
        end: Timestamp? = nil
    ) {
        self.zones = zones
        let range = Self.precisions
        // NaN counts as the coarsest precision.
        grid = precision.map { Grid(precision: $0 < range.upperBound ? max($0, range.lowerBound) : range.upperBound) }
        (self.trackStart, self.reportStart, self.end) = (trackStart, reportStart, end)
    }

    /// The valid roundings in metres.
    public static let precisions = 1...100_000.0

    /// The latest visible moment: now less the delay; nil without a delay.
    public var latest: Timestamp? { end }

    /// The earliest visible moment of a track; nil for no limit.
    public var earliest: Timestamp? { trackStart }

    /// Returns a track point as others see it; nil inside a zone and outside the visible time.
    public func point(_ point: TrackPoint) -> TrackPoint? {
        if let trackStart, point.timestamp < trackStart { return nil }
        if let end, point.timestamp > end { return nil }
        guard zone(of: point.fix) == nil else { return nil }
        // Doubts are for the owner; a claim stays one, since it must not be drawn.
        let integrity: Integrity.Level = point.integrity == .contradicted ? .contradicted : .nominal
        return TrackPoint(outside(point.fix), motion: point.motion, integrity: integrity)
    }

    /// Returns the zone that hides a fix; nil if none does, or without a position.
    func zone(of fix: Fix) -> PrivacyZone? {
        guard let coordinate = fix.coordinate else { return nil }
        return zones.zone(hiding: coordinate, accuracy: fix.horizontalAccuracy?.radius ?? 0)
    }

    /// Returns a fix outside all zones as others see it, built from scratch so that new members of fixes are never
    /// shared by mistake.
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
    /// Returns the newest report as others see it, for a view without a delay.
    ///
    /// With a delay it contains no position; use ``report(of:at:staleAfter:stay:)`` then.
    ///
    /// - Parameters:
    ///   - report: the newest report.
    ///   - presence: the presence inside or outside the zones after that report.
    /// - Returns: the visible report.
    public func report(_ report: Report, presence: ZonePresence = ZonePresence()) -> PublicReport {
        guard end == nil else { return PublicReport(report: Self.noPosition(since: end), zone: nil) }
        if let hidden = hidden(report.fix, stay: presence.stay) { return hidden }
        // What began inside a zone begins, for others, behind it.
        let since = max(report.since, presence.left ?? report.since)
        // That the receiver is contradicted, and what it claims, is for the owner.
        let state = report.state == .contradicted ? .stale : report.state
        var shown = Report(state: state, since: since, sequence: sequence(report))
        guard let fix = report.fix, isVisible(fix) else { return PublicReport(report: shown, zone: nil) }
        shown.age = report.age
        shown = located(fix, motion: report.motion, received: report.received, in: shown)
        // Distance and direction of a town reveal the exact position, so only exact views contain them. The owner's own
        // places are never shared.
        if grid == nil { shown.place = report.place }
        return PublicReport(report: shown, zone: nil)
    }

    /// Returns the delayed report, for a view with a delay.
    ///
    /// Everything but the age refers to the delayed time: the state begins with the point, and the sequence is that time,
    /// so neither reveals anything later.
    ///
    /// - Parameters:
    ///   - point: the last point of the history up to ``latest``; a later one is ignored. Nil if there is none.
    ///   - now: the time of day.
    ///   - staleAfter: the maximum age of a current position, at least the 90 s at which a history records a stationary
    ///     receiver.
    ///   - stay: the stay inside a zone at the delayed time; nil outside, and if unknown.
    /// - Returns: the visible report.
    public func report(
        of point: TrackPoint?, at now: Timestamp, staleAfter: Duration, stay: ZoneStay? = nil
    ) -> PublicReport {
        let then = end ?? now
        guard let point, point.timestamp <= then, isVisible(point.fix) else {
            return PublicReport(report: Self.noPosition(since: then), zone: nil)
        }
        if let hidden = hidden(point.fix, stay: stay) { return hidden }
        let isLive = then - point.timestamp <= max(staleAfter, .seconds(90))
        let sequence = UInt64(max(0, point.timestamp.milliseconds))
        var shown = Report(state: isLive ? .live : .stale, since: point.timestamp, sequence: sequence)
        shown.age = now - point.timestamp
        return PublicReport(report: located(point.fix, motion: point.motion, received: nil, in: shown), zone: nil)
    }

    /// Returns the number of a report.
    ///
    /// The tracker's also counts the positions inside the zones; the time of the last one outside does not.
    private func sequence(_ report: Report) -> UInt64 {
        guard !zones.isEmpty else { return report.sequence }
        return UInt64(max(0, report.fix?.timestamp?.milliseconds ?? 0))
    }

    private func located(_ fix: Fix, motion: Motion?, received: Timestamp?, in report: Report) -> Report {
        var shown = report
        shown.fix = outside(fix)
        shown.motion = motion
        shown.received = received
        return shown
    }

    /// Returns the report of a stay inside a zone, the same for as long as it lasts; nil outside.
    ///
    /// The time of the last position, a lost signal and the motion are what the owner does in there. A report without a
    /// position is one of the stay that nothing has ended.
    private func hidden(_ fix: Fix?, stay: ZoneStay?) -> PublicReport? {
        let name = fix?.coordinate == nil ? stay?.zone : fix.flatMap(zone(of:))?.name
        guard let name else { return nil }
        let known = stay?.zone == name ? stay : nil
        // A view that begins later than the last position in there shows nothing of it.
        if let reportStart, ![known?.latest, fix?.timestamp].contains(where: { $0.map { $0 >= reportStart } ?? false })
        {
            return PublicReport(report: Self.noPosition(since: reportStart.minute), zone: nil)
        }
        let entered = known?.entered ?? Timestamp(milliseconds: 0)
        var report = Report(state: .live, since: max(entered, reportStart?.minute ?? entered), sequence: 0)
        report.detail = name
        return PublicReport(report: report, zone: name)
    }

    private func isVisible(_ fix: Fix) -> Bool {
        guard let reportStart else { return true }
        return fix.timestamp.map { $0 >= reportStart } ?? false
    }

    private static func noPosition(since: Timestamp?) -> Report {
        Report(state: .noFix, since: since ?? Timestamp(milliseconds: 0))
    }
}

/// A report as others see it.
public struct PublicReport: Hashable, Sendable {
    /// The visible report; without a fix inside a zone.
    public let report: Report
    /// The name of the zone that contains the position, also the report's `detail`; nil outside.
    public let zone: String?
}
