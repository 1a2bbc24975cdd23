import Basics
import Location

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
