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
