import Basics
import HistoryEncoding
import Location

extension UploadedItems {
    /// Returns the content as a fleet stores it, whichever decoder produced it, and the items that cannot be stored.
    ///
    /// The points are those of the device, in the steps of a segment; values beyond what exists on Earth are unknown.
    /// The items are the indices of those with a time beyond 1970 to 9999, in order; events follow the points.
    public func sanitised(for device: DeviceName) -> (content: UploadedItems, unstorable: [Int]) {
        // Decoding has done it; to do it again takes longer than to store a segment.
        guard owner != device else { return (self, []) }
        let content = UploadedItems(points: points.map { $0.sanitised(for: device) }, events: events.map(\.sanitised))
        let times = points.map { $0.timestamp.isStorable } + events.map { $0.moment.isStorable && $0.since.isStorable }
        return (content, times.indices.filter { !times[$0] })
    }
}

extension TrackPoint {
    /// The point of a device, rounded to the steps of a segment, without values that cannot be.
    func sanitised(for device: DeviceName) -> TrackPoint {
        // Before rounding, which moves what no step expresses to a limit; after it, since a value may be rounded up.
        let plausible = plausible
        return (QuantisedPoint(plausible).point(device: device.text) ?? plausible.renamed(device.text)).plausible
    }
}

extension PlaceEvent {
    /// The maximum length of the name of a place, in Unicode scalars.
    private static let maxPlaceLength = 256
    /// The maximum length of the name of who accepted a claim, in Unicode scalars.
    private static let maxNameLength = 256

    /// The event with a printable name, without values that cannot be.
    var sanitised: PlaceEvent {
        var event = self
        event.place = PrintableText.sanitized(place, limit: Self.maxPlaceLength)
        event.by = by.map { PrintableText.sanitized($0, limit: Self.maxNameLength) }
        event.horizontalAccuracy = horizontalAccuracy.flatMap { Plausible.metres.contains($0) ? $0 : nil }
        event.distance = distance.flatMap { Plausible.metres.contains($0) ? $0 : nil }
        return event
    }
}
