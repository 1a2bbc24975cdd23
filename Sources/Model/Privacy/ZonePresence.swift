public import Basics
public import Location

/// A stay inside a privacy zone: all that others learn while it lasts.
public struct ZoneStay: Hashable, Sendable {
    /// The name of the zone.
    public let zone: String
    /// The minute in which it was entered; if that is unknown, the beginning of the day of the first known position.
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
    /// True after the first position: only then is the next one inside a zone an entering.
    private var isKnown: Bool
    /// The time of the last position outside; nil before any.
    private var outside: Timestamp?

    /// The time between two positions beyond which the second one is no entering, in milliseconds: five minutes.
    private static let maxInterval: Int64 = 300_000

    /// Creates an unknown presence, or one in a stay.
    public init(stay: ZoneStay? = nil) {
        self.stay = stay
        isKnown = stay != nil
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
        defer { isKnown = true }
        if let zone {
            if stay?.zone != zone.name { stay = ZoneStay(zone: zone.name, entered: entering(at: moment)) }
            stay?.latest = fix.timestamp ?? moment
        } else {
            if stay != nil { (stay, left) = (nil, moment) }
            outside = moment
        }
    }

    /// Returns the time of entering a zone in which a position is the first one.
    ///
    /// After a time without positions it is not that of the position, which would show when the owner switched the receiver
    /// on in there.
    private func entering(at moment: Timestamp) -> Timestamp {
        guard isKnown else { return moment.day }
        guard stay == nil, let outside, moment.milliseconds - outside.milliseconds > Self.maxInterval else {
            return moment
        }
        return outside
    }
}

extension Timestamp {
    var minute: Timestamp { rounded(downToMultipleOf: 60_000) }

    /// The start of its day in UTC.
    var day: Timestamp { rounded(downToMultipleOf: 86_400_000) }

    private func rounded(downToMultipleOf unit: Int64) -> Timestamp {
        let rest = milliseconds % unit
        return Timestamp(milliseconds: milliseconds - (rest < 0 ? rest + unit : rest))
    }
}
