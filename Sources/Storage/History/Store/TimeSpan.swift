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
    /// The first storable moment.
    static var earliest: Timestamp { storable.lowerBound }
    /// The last storable moment.
    static var latest: Timestamp { storable.upperBound }

    /// Creates a moment from milliseconds since 1970, clamped to the storable range.
    init(clamping milliseconds: Int64) {
        self.init(milliseconds: min(max(milliseconds, Self.earliest.milliseconds), Self.latest.milliseconds))
    }

    /// Returns the moment an age earlier, clamped to the storable range.
    package func before(_ age: Duration) -> Timestamp {
        age >= .milliseconds(milliseconds) ? .earliest : self + (.zero - max(age, .zero))
    }
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
