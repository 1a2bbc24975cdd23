/// A position or velocity in the Earth-centred, Earth-fixed frame of WGS 84.
public struct ECEFVector: Hashable, Sendable {
    /// Towards latitude 0, longitude 0; metres or metres per second.
    public var x: Double
    /// Towards latitude 0, longitude 90 east; metres or metres per second.
    public var y: Double
    /// Towards the north pole; metres or metres per second.
    public var z: Double

    /// Makes a vector, or nil where a component is not finite.
    public init?(x: Double, y: Double, z: Double) {
        guard x.isFinite, y.isFinite, z.isFinite else { return nil }
        self.x = x
        self.y = y
        self.z = z
    }
}
