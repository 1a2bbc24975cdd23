import Glibc

/// A line with fewer points that is nowhere farther from the old one than a tolerance.
///
/// D. Douglas and T. Peucker, "Algorithms for the reduction of the number of points required to represent a digitized
/// line or its caricature", Cartographica 10 (1973): the point farthest from the straight way between both ends is
/// kept where it is too far, and both halves are looked at in the same way. Ways are great circles over the unit
/// sphere of surface normals, so that poles and antimeridian are places like others; distances taken on it are right to
/// half a per cent.
public struct LineSimplifier: Sendable {
    /// Metres on a unit sphere: the Earth's mean radius (IUGG), since a tolerance is no measurement.
    private static let radius = 6_371_008.8

    private let sineOfTolerance: Double

    /// Takes a tolerance in metres; below 0 is 0, which keeps every bend, and at most 1000 km.
    public init(tolerance: Double) {
        let metres = tolerance.isFinite ? min(max(tolerance, 0), 1_000_000) : 0
        sineOfTolerance = sin(metres / Self.radius)
    }

    /// The places of the points to keep, ascending; the first and the last are always among them.
    ///
    /// Of n points it looks at n times the depth of the halving, at worst at n squared: give it some thousands.
    public func retainedIndices(of line: [Coordinate]) -> [Int] {
        guard line.count > 2 else { return Array(line.indices) }
        let points = line.map(SurfaceNormal.init)
        var isKept = Array(repeating: false, count: points.count)
        isKept[0] = true
        isKept[points.count - 1] = true
        var open = [0...(points.count - 1)]
        while let part = open.popLast() {
            guard let farthest = farthest(in: part, of: points) else { continue }
            isKept[farthest] = true
            open.append(part.lowerBound...farthest)
            open.append(farthest...part.upperBound)
        }
        return isKept.indices.filter { isKept[$0] }
    }

    /// The point farthest from the way between the ends of a part, where it is beyond the tolerance.
    private func farthest(in part: ClosedRange<Int>, of points: [SurfaceNormal]) -> Int? {
        let way = GreatCircleArc(from: points[part.lowerBound], to: points[part.upperBound])
        var found: Int?
        var greatest = sineOfTolerance
        for index in part.dropFirst().dropLast() {
            let distance = way.sineOfDistance(to: points[index])
            guard distance > greatest else { continue }
            greatest = distance
            found = index
        }
        return found
    }
}

/// The great circle between two points, for distances from it.
private struct GreatCircleArc {
    private let start: SurfaceNormal
    private let end: SurfaceNormal
    /// What is perpendicular to the circle; nil where the ends are one point.
    private let pole: SurfaceNormal?

    init(from start: SurfaceNormal, to end: SurfaceNormal) {
        self.start = start
        self.end = end
        pole = start.cross(end)
    }

    /// The sine of the angle to the nearest point of the way; beyond a quarter turn, 1.
    func sineOfDistance(to point: SurfaceNormal) -> Double {
        if let pole {
            let across = abs(pole.dot(point))
            // Between both ends where it lies behind the start and before the end, seen along the way.
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

    /// How far it turns from one to the other around this axis, as a sine.
    fileprivate func triple(_ from: SurfaceNormal, _ to: SurfaceNormal) -> Double {
        x * (from.y * to.z - from.z * to.y) + y * (from.z * to.x - from.x * to.z)
            + z * (from.x * to.y - from.y * to.x)
    }

    /// By the chord, which keeps its digits where points are close.
    fileprivate func sineOfAngle(to other: SurfaceNormal) -> Double {
        guard dot(other) > 0 else { return 1 }
        let step = (x: x - other.x, y: y - other.y, z: z - other.z)
        let half = (step.x * step.x + step.y * step.y + step.z * step.z).squareRoot() / 2
        return 2 * half * (1 - half * half).squareRoot()
    }
}
