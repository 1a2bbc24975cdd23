import Glibc
import Location

/// Position and velocity from all fixes so far: an ``AxisFilter`` each for north and east on a local plane.
struct PositionFilter: Sendable {
    /// The distance from its origin in metres at which the plane is recentred.
    private static let mapRadius = 5000.0

    private(set) var frame: LocalFrame
    private var north: AxisFilter
    private var east: AxisFilter

    /// Starts at a fix.
    init(_ place: Coordinate, _ noise: FixNoise) {
        frame = LocalFrame(origin: place)
        let axis = AxisFilter(
            position: 0, biasVariance: noise.slowVariance, noiseVariance: noise.fastVariance, velocityVariance: 100)
        north = axis
        east = axis
    }

    /// Sets the velocity that leads to a coordinate in a time in seconds.
    mutating func setVelocity(towards place: Coordinate, in time: Double) {
        guard time > 0 else { return }
        let velocity = frame.offset(of: place) * (1 / time)
        north.shift(by: 0, velocity: velocity.north)
        east.shift(by: 0, velocity: velocity.east)
    }

    /// The offset from the origin of the plane in metres.
    var offset: LocalVector { LocalVector(north: north.position, east: east.position) }
    /// The velocity in metres per second.
    var velocity: LocalVector { LocalVector(north: north.velocity, east: east.velocity) }
    /// The estimated bias of the receiver in metres.
    var receiverBias: LocalVector { LocalVector(north: north.bias, east: east.bias) }
    /// The estimated position.
    var coordinate: Coordinate { frame.coordinate(of: offset) }
    /// The standard deviation of the position along an axis in metres.
    var deviation: Double { ((north.positionVariance + east.positionVariance) / 2).squareRoot() }

    /// Predicts the state over a time in seconds without a measured velocity.
    mutating func predict(_ time: Double, acceleration: Double, noise: FixNoise) {
        let memory = memory(time, noise)
        north.predict(time, acceleration: acceleration, biasRetention: memory, biasVariance: noise.slowVariance)
        east.predict(time, acceleration: acceleration, biasRetention: memory, biasVariance: noise.slowVariance)
    }

    /// Advances the state over a time in seconds by a measured travel.
    mutating func advance(_ travel: Travel, time: Double, noise: FixNoise) {
        let memory = memory(time, noise)
        north.advance(
            by: travel.displacement.north, variance: travel.variance, velocity: travel.velocity.north,
            biasRetention: memory,
            biasVariance: noise.slowVariance)
        east.advance(
            by: travel.displacement.east, variance: travel.variance, velocity: travel.velocity.east,
            biasRetention: memory,
            biasVariance: noise.slowVariance)
    }

    /// Returns the fraction of the bias that remains after a time: the error of poor reception fades soon after it.
    private func memory(_ time: Double, _ noise: FixNoise) -> Double {
        let isLeavingPoorSky = north.biasVariance > 1.5 * noise.slowVariance
        return exp(-time / (isLeavingPoorSky ? Thresholds.poorSkyMemory : Thresholds.errorMemory))
    }

    /// Updates the state with a measured position on the plane.
    mutating func update(_ place: LocalVector, noise: FixNoise) {
        north.update(position: place.north, variance: noise.fastVariance)
        east.update(position: place.east, variance: noise.fastVariance)
    }

    /// Displaces the position by motion that was detected late, with an added variance.
    mutating func displace(by distance: LocalVector, variance: Double) {
        north.shift(by: distance.north, velocity: north.velocity, variance: variance)
        east.shift(by: distance.east, velocity: east.velocity, variance: variance)
    }

    /// Resets the position.
    mutating func reset(to place: LocalVector, noise: FixNoise) {
        north.reset(position: place.north, variance: noise.slowVariance)
        east.reset(position: place.east, variance: noise.slowVariance)
    }

    /// Recentres the plane if the machine is too far from its origin; returns the conversion.
    mutating func recentreFrame() -> FrameChange? {
        guard offset.length > Self.mapRadius else { return nil }
        let change = FrameChange(from: frame, to: LocalFrame(origin: coordinate), centre: offset)
        let velocity = change.direction(velocity)
        north.shift(by: -north.position, velocity: velocity.north)
        east.shift(by: -east.position, velocity: velocity.east)
        frame = change.new
        return change
    }
}

/// The conversion from one local plane to another whose origin is a point of the first.
struct FrameChange: Sendable {
    let old: LocalFrame
    let new: LocalFrame
    /// The new origin on the old plane.
    let centre: LocalVector

    init(from old: LocalFrame, to new: LocalFrame, centre: LocalVector) {
        self.old = old
        self.new = new
        self.centre = centre
    }

    /// Converts a position of the old plane.
    func position(_ place: LocalVector) -> LocalVector { direction(place - centre) }

    /// Converts a vector of the old plane.
    func direction(_ vector: LocalVector) -> LocalVector { old.rotated(vector, into: new) }
}

extension Coordinate {
    /// Returns true if the coordinate is too far from another one for a plane around that one: on the far side of the
    /// Earth it would be projected onto the near side.
    func isOutsideMap(around other: Coordinate) -> Bool {
        let apart = abs(longitude - other.longitude)
        return abs(latitude - other.latitude) > 10 || (apart > 10 && apart < 350 && abs(latitude) < 80)
    }
}
