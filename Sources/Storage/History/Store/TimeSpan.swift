public import Basics
import Location

/// From a moment to another, both included; empty where the last is before the first.
public struct TimeSpan: Hashable, Sendable {
    /// Everything that can be kept.
    public static let all = TimeSpan(first: .earliest, last: .latest)

    /// The first moment.
    public let first: Timestamp
    /// The last moment, itself included.
    public let last: Timestamp

    /// Makes a span as it is given.
    public init(first: Timestamp, last: Timestamp) {
        self.first = first
        self.last = last
    }

    /// Makes a span of what can be kept: nil is its beginning, or its end.
    public init(from: Timestamp?, to: Timestamp?) {
        self.init(first: max(from ?? .earliest, .earliest), last: min(to ?? .latest, .latest))
    }

    /// Whether a moment lies in it.
    public func contains(_ moment: Timestamp) -> Bool { moment >= first && moment <= last }
}

extension Timestamp {
    /// The first moment that can be kept: 1970.
    static let earliest = Timestamp(milliseconds: 0)
    /// The last moment that can be kept: 9999-12-31T23:59:59.999Z.
    static let latest = Timestamp(milliseconds: 253_402_300_799_999)

    /// The moment of that many milliseconds since 1970, or the nearest that can be kept.
    init(clamping milliseconds: Int64) {
        let limits = Self.earliest.milliseconds...Self.latest.milliseconds
        self.init(milliseconds: min(max(milliseconds, limits.lowerBound), limits.upperBound))
    }

    /// The moment so long before, or the first that can be kept.
    func before(_ age: Duration) -> Timestamp {
        age >= .milliseconds(milliseconds) ? .earliest : self + (.zero - max(age, .zero))
    }

    /// Whether a point of that time can be kept.
    var isStorable: Bool { self >= .earliest && self <= .latest }
}

extension PlaceEvent {
    /// As it is kept: times within what can be, and no metres that are none; nil where its moment cannot be kept.
    var storable: PlaceEvent? {
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
