import Basics
import Location

extension Outline {
    /// Draws the line of positions so that none of them is farther off than a tolerance.
    ///
    /// D. H. Douglas and T. K. Peucker, "Algorithms for the reduction of the number of points required to represent a
    /// digitized line or its caricature", 1973; without recursion. Each stretch is laid on a flat map of its own, on
    /// which lines of equal course are straight, as they are on the maps the line is drawn on. Rounding to 1e-5 degree
    /// adds up to 0.8 m.
    ///
    /// - Parameters:
    ///   - positions: sorted by time.
    ///   - tolerance: metres.
    public init(simplifying positions: [SegmentPosition], tolerance: Double = 10) {
        let line = ProjectedPolyline(positions)
        let kept = line.simplified(tolerance: tolerance)
        self.init(vertices: zip(positions, kept).filter(\.1).map { Vertex($0.0) })
    }
}

extension Outline.Vertex {
    fileprivate init(_ position: SegmentPosition) {
        let milliseconds = position.timestamp.milliseconds
        let second = milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
        self.init(
            second: max(second, Self.seconds.lowerBound),
            latitude: Quantity.steps(position.coordinate.latitude, perUnit: Self.perDegree),
            longitude: Quantity.steps(position.coordinate.longitude, perUnit: Self.perDegree))
    }
}
