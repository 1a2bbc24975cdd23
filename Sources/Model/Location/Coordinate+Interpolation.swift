import Glibc

extension Coordinate {
    /// The point at a share of the shortest way to another one: 0 is here, 1 is there; what is beyond is brought to the
    /// nearest.
    ///
    /// Along the great circle over surface normals, so across poles and antimeridian too. Of a way between opposite ends
    /// of the Earth there is none that is the shortest: then it stays here up to the middle, and is there behind it.
    public func interpolated(to other: Coordinate, fraction: Double) -> Coordinate {
        guard fraction > 0 else { return self }
        guard fraction < 1, self != other else { return other }
        let (start, end) = (SurfaceNormal(self), SurfaceNormal(other))
        let sum = (x: start.x + end.x, y: start.y + end.y, z: start.z + end.z)
        let step = (x: end.x - start.x, y: end.y - start.y, z: end.z - start.z)
        // Half the angle between both, from the lengths of their difference and their sum: exact for any angle.
        let angle = 2 * atan2(Self.length(step), Self.length(sum))
        let sine = sin(angle)
        guard angle > 0, sine > 1e-12 else { return fraction < 0.5 || angle == 0 ? self : other }
        let (from, to) = (sin((1 - fraction) * angle) / sine, sin(fraction * angle) / sine)
        let point = SurfaceNormal(
            x: from * start.x + to * end.x, y: from * start.y + to * end.y, z: from * start.z + to * end.z)
        return point?.coordinate ?? self
    }

    private static func length(_ vector: (x: Double, y: Double, z: Double)) -> Double {
        (vector.x * vector.x + vector.y * vector.y + vector.z * vector.z).squareRoot()
    }
}
