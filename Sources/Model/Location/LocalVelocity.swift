import Glibc

/// A velocity as seen from a place on the ground.
public struct LocalVelocity: Hashable, Sendable {
    /// Metres per second towards true north.
    public var north: Double
    /// Metres per second towards the east.
    public var east: Double
    /// Metres per second upwards.
    public var up: Double

    /// Turns an Earth-centred velocity into the directions of a place.
    public init(ecef velocity: ECEFVector, at coordinate: Coordinate) {
        let normal = SurfaceNormal(coordinate)
        let axes = normal.axes
        north = velocity.x * axes.north.x + velocity.y * axes.north.y + velocity.z * axes.north.z
        east = velocity.x * axes.east.x + velocity.y * axes.east.y
        up = velocity.x * normal.x + velocity.y * normal.y + velocity.z * normal.z
    }

    /// Metres per second over ground.
    public var speed: Double { hypot(north, east) }

    /// Degrees from true north, 0 up to but not including 360; nil where nothing moves over ground.
    public var course: Double? {
        guard speed > 0 else { return nil }
        let degrees = atan2(east, north) * 180 / .pi
        return degrees < 0 ? (degrees + 360).truncatingRemainder(dividingBy: 360) : degrees
    }
}
