import Basics
import Location

extension SegmentSummary {
    private static let around = 2 * Scale.antimeridian

    /// Works it out from columns, whose points are sorted.
    init(_ table: ColumnTable) {
        let (times, latitudes, longitudes) = (table[.time], table[.latitude], table[.longitude])
        let states = table[.state]
        var scale = LocalScale()
        var metres = 0.0
        var place = (latitude: latitudes.first ?? 0, longitude: longitudes.first ?? 0)
        var builder = SegmentBounds.Builder(latitude: place.latitude, longitude: place.longitude)
        for row in 1..<max(table.count, 1) {
            let next = (
                latitude: latitudes[latitudes.startIndex &+ row], longitude: longitudes[longitudes.startIndex &+ row]
            )
            let eastwards = Self.shorter(next.longitude &- place.longitude)
            builder.add(latitude: next.latitude, eastwards: eastwards)
            if !PointState.isStationary(states[states.startIndex &+ row]) {
                metres += scale.distance(from: place, eastwards: eastwards, to: next.latitude)
            }
            place = next
        }
        self.init(
            count: table.count, first: Timestamp(milliseconds: times.first ?? 0),
            last: Timestamp(milliseconds: times.last ?? 0), bounds: builder.bounds,
            centimetres: Quantity.steps(metres, perUnit: Scale.perMetre))
    }

    /// A difference of longitudes the shorter way around.
    private static func shorter(_ difference: Int64) -> Int64 {
        if difference > Scale.antimeridian { return difference - around }
        return difference < -Scale.antimeridian ? difference + around : difference
    }
}
