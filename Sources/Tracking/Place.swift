import Location

/// Where a receiver has said it is, for the original's test of a repeated location: the same latitude, longitude and
/// accuracy, to the last digit.
struct Place: Equatable, Sendable {
    private let coordinate: Coordinate?
    private let radius: Double?

    init(_ fix: Fix) {
        coordinate = fix.coordinate
        radius = fix.horizontalAccuracy?.radius
    }
}
