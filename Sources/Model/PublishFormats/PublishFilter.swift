import Basics
public import Location
public import Places
import Privacy

/// Turns positions, reports and events into what a destination may receive.
///
/// Positions come from ``PublicView``, as those of shares do. The odometer would reveal the distance travelled inside a
/// zone after it is left, and the name of a place inside a zone would reveal the stay: both are withheld.
public struct PublishFilter: Sendable {
    private let privacy: PublishPrivacy
    private let zones: PrivacyZones
    private let view: PublicView
    /// The creation of each place that may be named; nil if unknown.
    private let namedPlaces: [String: Timestamp?]

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - privacy: the part of the positions to send.
    ///   - zones: the privacy zones, which ``PublishPrivacy/exact`` ignores.
    ///   - places: the owner's places. With zones, a place that is not among them is not named, and neither is one
    ///     whose centre a zone hides.
    public init(_ privacy: PublishPrivacy, zones: [PrivacyZone], places: [Place] = []) {
        self.privacy = privacy
        let hidden = PrivacyZones(privacy == .exact ? [] : zones)
        self.zones = hidden
        let precision: Double? = if case .rounded(let metres) = privacy { metres } else { nil }
        view = PublicView(zones: hidden, precision: precision)
        let visible = places.filter { hidden.zone(hiding: $0.shape.centre) == nil }
        namedPlaces = Dictionary(visible.map { ($0.name.text, $0.created) }) { first, _ in first }
    }

    /// Returns a point of the history as the destination may receive it; nil inside a zone, and for one that is
    /// contradicted.
    public func fix(_ point: TrackPoint) -> PublishedFix? {
        guard point.integrity < .contradicted, let shown = view.point(point),
            var fix = PublishedFix(shown.fix, motion: shown.motion)
        else { return nil }
        if !isRounded { fix.satellites = point.satellitesUsed }
        return fix
    }

    /// Returns a point with all its values as a fleet may receive it, with its level of integrity; nil inside a zone.
    ///
    /// With zones it is also nil for a claim of a contradicted receiver, which does not show where the machine is.
    public func point(_ point: TrackPoint) -> TrackPoint? {
        point.integrity < .contradicted || zones.isEmpty ? visible(point) : nil
    }

    private func visible(_ point: TrackPoint) -> TrackPoint? {
        guard let shown = view.point(point) else { return nil }
        return isRounded ? TrackPoint(shown.fix, motion: shown.motion, integrity: point.integrity) : point
    }

    /// Returns the current fix of a report, or what a contradicted receiver claims, as a fleet may receive it; nil if there
    /// is neither, and if the last trusted fix is inside a zone.
    public func point(of report: Report) -> TrackPoint? {
        let isClaim = report.state == .contradicted
        guard isClaim || report.state == .live, let fix = isClaim ? report.claim : report.fix else { return nil }
        if isClaim, !zones.isEmpty {
            guard let place = report.fix?.coordinate, zones.zone(hiding: place) == nil else { return nil }
        }
        return TrackPoint(
            fix, motion: isClaim ? .unknown : report.motion ?? .unknown, satellitesUsed: report.satellites?.used,
            integrity: report.integrity.level
        ).flatMap(visible)
    }

    /// Returns a report as the destination may receive it; ``PublishedReport/hidden`` inside a zone.
    public func report(_ report: Report) -> PublishedReport {
        // Without a fix the machine may be inside a zone, which a restart there must not reveal.
        guard zones.isEmpty || report.fix != nil else { return .hidden }
        let shown = view.report(report)
        guard shown.zone == nil else { return .hidden }
        // Others than the owner see a contradicted position as an old one; a destination is the owner's.
        var published = PublishedReport(state: report.state)
        guard let fix = shown.report.fix, var position = PublishedFix(fix, motion: shown.report.motion) else {
            return published
        }
        if !isRounded {
            position.satellites = report.satellites?.used
            position.odometer = zones.isEmpty ? report.odometer : nil
            position.inside = report.inside.filter(mayName)
        }
        published.fix = position
        return published
    }

    /// Returns the entering or leaving of a place as the destination may receive it; nil if the event happened inside a
    /// zone, and for events of the anchor watch and of the receiver.
    public func transition(_ event: PlaceEvent) -> PublishedTransition? {
        guard event.isOfPlace, !isRounded, mayName(event.place), isVisible(event) else { return nil }
        return PublishedTransition(
            isEntering: event.kind == .enter, place: event.place, placeCreated: namedPlaces[event.place] ?? nil,
            moment: event.moment, coordinate: event.coordinate, accuracy: event.horizontalAccuracy)
    }

    /// Returns an event about the trust in the receiver as a fleet may receive it; nil for all others, and if it happened
    /// inside a zone.
    public func trust(_ event: PlaceEvent) -> PlaceEvent? {
        guard event.isOfReceiver, isVisible(event) else { return nil }
        var event = event
        if isRounded { (event.coordinate, event.horizontalAccuracy) = (nil, nil) }
        return event
    }

    /// True if names of places, which reveal the exact position, are withheld altogether.
    private var isRounded: Bool { if case .rounded = privacy { true } else { false } }

    private func mayName(_ place: String) -> Bool { zones.isEmpty || namedPlaces.keys.contains(place) }

    /// Returns true for an event outside all zones; one without a position may have happened inside.
    private func isVisible(_ event: PlaceEvent) -> Bool {
        guard !zones.isEmpty else { return true }
        guard let coordinate = event.coordinate else { return false }
        return zones.zone(hiding: coordinate, accuracy: event.horizontalAccuracy ?? 0) == nil
    }
}
