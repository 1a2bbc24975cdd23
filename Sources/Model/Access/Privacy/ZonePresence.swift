public import Basics
public import Location

/// A stay inside a privacy zone: all that others learn while it lasts.
public struct ZoneStay: Hashable, Sendable {
    /// The name of the zone.
    public let zone: String
    /// The minute in which it was entered.
    public let entered: Timestamp
    /// The time of the last position in there, which is never shown.
    var latest: Timestamp

    /// Creates a stay that begins with a position; the moment is rounded to its minute.
    public init(zone: String, entered: Timestamp) {
        self.zone = zone
        self.entered = entered.minute
        latest = entered
    }
}

/// The presence inside or outside the privacy zones, followed from position to position.
public struct ZonePresence: Hashable, Sendable {
    /// The present stay; nil outside all zones, and if unknown.
    public private(set) var stay: ZoneStay?
    /// The time of the first position outside after the last stay; nil before any.
    public private(set) var left: Timestamp?

    /// Creates an unknown presence.
    public init(stay: ZoneStay? = nil) {
        self.stay = stay
    }

    /// Adds a position.
    ///
    /// - Parameters:
    ///   - fix: the position; one without coordinates changes nothing, since the machine may still be where it was.
    ///   - moment: the time at which it was observed.
    ///   - zones: the zones.
    public mutating func add(_ fix: Fix, at moment: Timestamp, in zones: PrivacyZones) {
        guard let coordinate = fix.coordinate else { return }
        let zone = zones.zone(hiding: coordinate, accuracy: fix.horizontalAccuracy?.radius ?? 0)
        if let zone {
            if stay?.zone != zone.name { stay = ZoneStay(zone: zone.name, entered: moment) }
            stay?.latest = fix.timestamp ?? moment
        } else if stay != nil {
            stay = nil
            left = moment
        }
    }

    /// Moves the beginning of the stay.
    public mutating func setEntered(_ moment: Timestamp) {
        guard let known = stay else { return }
        stay = ZoneStay(zone: known.zone, entered: moment)
        stay?.latest = known.latest
    }
}

extension Timestamp {
    /// The start of its minute.
    var minute: Timestamp {
        let rest = milliseconds % 60_000
        return Timestamp(milliseconds: milliseconds - (rest < 0 ? rest + 60_000 : rest))
    }
}
