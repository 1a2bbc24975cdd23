public import Basics
public import Location

/// A closed interval of time; empty if the last moment is before the first.
public struct TimeSpan: Hashable, Sendable {
    /// All storable times.
    public static let all = TimeSpan(first: .earliest, last: .latest)

    /// The first moment.
    public let first: Timestamp
    /// The last moment, inclusive.
    public let last: Timestamp

    /// Creates a span.
    public init(first: Timestamp, last: Timestamp) {
        self.first = first
        self.last = last
    }

    /// Creates a span clamped to the storable range; nil is its beginning or its end.
    public init(from: Timestamp?, to: Timestamp?) {
        self.init(first: max(from ?? .earliest, .earliest), last: min(to ?? .latest, .latest))
    }

    /// Returns true if a moment is in the span.
    public func contains(_ moment: Timestamp) -> Bool { moment >= first && moment <= last }
}

extension Timestamp {
    /// The first storable moment: 1970.
    static let earliest = Timestamp(milliseconds: 0)
    /// The last storable moment: 9999-12-31T23:59:59.999Z.
    static let latest = Timestamp(milliseconds: 253_402_300_799_999)

    /// Creates a moment from milliseconds since 1970, clamped to the storable range.
    init(clamping milliseconds: Int64) {
        let limits = Self.earliest.milliseconds...Self.latest.milliseconds
        self.init(milliseconds: min(max(milliseconds, limits.lowerBound), limits.upperBound))
    }

    /// Returns the moment an age earlier, clamped to the storable range.
    func before(_ age: Duration) -> Timestamp {
        age >= .milliseconds(milliseconds) ? .earliest : self + (.zero - max(age, .zero))
    }

    /// Returns true if a point of this time can be stored.
    var isStorable: Bool { self >= .earliest && self <= .latest }
}

extension PlaceEvent {
    /// The event with values clamped to the storable range; nil if its moment cannot be stored.
    public var storable: PlaceEvent? {
        guard moment.isStorable else { return nil }
        var stored = self
        stored.since = Timestamp(clamping: since.milliseconds)
        stored.horizontalAccuracy = horizontalAccuracy.flatMap(Self.metres)
        stored.distance = distance.flatMap(Self.metres)
        return stored
    }

    private static func metres(_ value: Double) -> Double? {
        value >= 0 && value.isFinite ? value : nil
    }
}
