import Glibc

/// Reduces a line to fewer points that deviate from it by at most a tolerance.
///
/// D. Douglas and T. Peucker, "Algorithms for the reduction of the number of points required to represent a digitized
/// line or its caricature", Cartographica 10 (1973): the point farthest from the segment between both ends is retained
/// if it exceeds the tolerance, and both halves are processed likewise. Segments are great circles on the unit sphere
/// of surface normals, so that poles and the antimeridian need no special case; distances are accurate to 0.5 %.
public struct LineSimplifier: Sendable {
    /// The Earth's mean radius in metres (IUGG); precise enough for a tolerance.
    private static let radius = 6_371_008.8

    private let sineOfTolerance: Double

    /// Creates a simplifier with a tolerance in metres, clamped to 0...1,000,000; 0 retains every bend.
    public init(tolerance: Double) {
        let metres = tolerance.isFinite ? min(max(tolerance, 0), 1_000_000) : 0
        sineOfTolerance = sin(metres / Self.radius)
    }

    /// Returns the indices of the points to retain, ascending, always including the first and the last.
    ///
    /// Visits n points times the depth of the recursion, in the worst case n squared: intended for some thousands of
    /// points.
    public func retainedIndices(of line: [Coordinate]) -> [Int] {
        guard line.count > 2 else { return Array(line.indices) }
        let points = line.map(SurfaceNormal.init)
        var isRetained = Array(repeating: false, count: points.count)
        isRetained[0] = true
        isRetained[points.count - 1] = true
        var open = [0...(points.count - 1)]
        while let part = open.popLast() {
            guard let farthest = farthest(in: part, of: points) else { continue }
            isRetained[farthest] = true
            open.append(part.lowerBound...farthest)
            open.append(farthest...part.upperBound)
        }
        return isRetained.indices.filter { isRetained[$0] }
    }

    /// Returns the point farthest from the segment between the ends of a range, if it exceeds the tolerance.
    private func farthest(in part: ClosedRange<Int>, of points: [SurfaceNormal]) -> Int? {
        let arc = GreatCircleArc(from: points[part.lowerBound], to: points[part.upperBound])
        var found: Int?
        var maxSine = sineOfTolerance
        for index in part.dropFirst().dropLast() {
            let distance = arc.sineOfDistance(to: points[index])
            guard distance > maxSine else { continue }
            maxSine = distance
            found = index
        }
        return found
    }
}

/// The great-circle arc between two points, for distances from it.
private struct GreatCircleArc {
    private let start: SurfaceNormal
    private let end: SurfaceNormal
    /// The normal of the circle's plane; nil if both ends coincide.
    private let pole: SurfaceNormal?

    init(from start: SurfaceNormal, to end: SurfaceNormal) {
        self.start = start
        self.end = end
        pole = start.cross(end)
    }

    /// Returns the sine of the angle to the nearest point of the arc; 1 beyond a quarter turn.
    func sineOfDistance(to point: SurfaceNormal) -> Double {
        if let pole {
            let across = abs(pole.dot(point))
            // The nearest point lies between the ends if the point is past the start and before the end.
            if isBeyondStart(point, pole), isBeforeEnd(point, pole) { return across }
        }
        return min(start.sineOfAngle(to: point), end.sineOfAngle(to: point))
    }

    private func isBeyondStart(_ point: SurfaceNormal, _ pole: SurfaceNormal) -> Bool {
        pole.triple(start, point) >= 0
    }

    private func isBeforeEnd(_ point: SurfaceNormal, _ pole: SurfaceNormal) -> Bool {
        pole.triple(point, end) >= 0
    }
}

extension SurfaceNormal {
    fileprivate func dot(_ other: SurfaceNormal) -> Double { x * other.x + y * other.y + z * other.z }

    fileprivate func cross(_ other: SurfaceNormal) -> SurfaceNormal? {
        SurfaceNormal(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }

    /// Returns the sine of the rotation from one vector to another around this axis.
    fileprivate func triple(_ from: SurfaceNormal, _ to: SurfaceNormal) -> Double {
        x * (from.y * to.z - from.z * to.y) + y * (from.z * to.x - from.x * to.z)
            + z * (from.x * to.y - from.y * to.x)
    }

    /// Computed from the chord, which preserves its digits for close points.
    fileprivate func sineOfAngle(to other: SurfaceNormal) -> Double {
        guard dot(other) > 0 else { return 1 }
        let step = (x: x - other.x, y: y - other.y, z: z - other.z)
        let half = (step.x * step.x + step.y * step.y + step.z * step.z).squareRoot() / 2
        return 2 * half * (1 - half * half).squareRoot()
    }
}
