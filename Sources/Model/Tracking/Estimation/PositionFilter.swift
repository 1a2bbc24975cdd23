import Location

/// Where a machine is and how it moves, from all fixes so far: an ``AxisFilter`` north and one east on a flat map.
struct PositionFilter: Sendable {
    /// Metres from its origin at which the map is laid anew.
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

    /// It has been seen to go to another place in so many seconds.
    mutating func setVelocity(towards place: Coordinate, in time: Double) {
        guard time > 0 else { return }
        let velocity = frame.offset(of: place) * (1 / time)
        north.shift(by: 0, velocity: velocity.north)
        east.shift(by: 0, velocity: velocity.east)
    }

    /// Metres from the map's origin.
    var offset: LocalVector { LocalVector(north: north.position, east: east.position) }
    /// Metres per second.
    var velocity: LocalVector { LocalVector(north: north.velocity, east: east.velocity) }
    /// Metres from where the machine is to where a receiver is expected to say it is.
    var receiverBias: LocalVector { LocalVector(north: north.bias, east: east.bias) }
    /// The estimated position.
    var coordinate: Coordinate { frame.coordinate(of: offset) }
    /// Metres: the standard deviation of the position along an axis.
    var deviation: Double { ((north.positionVariance + east.positionVariance) / 2).squareRoot() }

    /// Time passes, in seconds, and nothing tells how it moves.
    mutating func predict(_ time: Double, acceleration: Double, noise: FixNoise) {
        let memory = memory(time, noise)
        north.predict(time, acceleration: acceleration, biasRetention: memory, biasVariance: noise.slowVariance)
        east.predict(time, acceleration: acceleration, biasRetention: memory, biasVariance: noise.slowVariance)
    }

    /// Time passes, in seconds, and it is known how it has moved.
    mutating func advance(_ travel: Travel, time: Double, noise: FixNoise) {
        let memory = memory(time, noise)
        north.advance(
            by: travel.displacement.north, variance: travel.variance, velocity: travel.velocity.north, biasRetention: memory,
            biasVariance: noise.slowVariance)
        east.advance(
            by: travel.displacement.east, variance: travel.variance, velocity: travel.velocity.east, biasRetention: memory,
            biasVariance: noise.slowVariance)
    }

    /// The part of the receiver's error that is left after a time: what a bad sky made of it goes soon after the sky.
    private func memory(_ time: Double, _ noise: FixNoise) -> Double {
        let isLeavingBadSky = north.biasVariance > 1.5 * noise.slowVariance
        return Exponential.decay(time / (isLeavingBadSky ? Thresholds.skyMemory : Thresholds.memory))
    }

    /// A fix says where the machine is, in metres on the map.
    mutating func update(_ place: LocalVector, noise: FixNoise) {
        north.update(position: place.north, variance: noise.fastVariance)
        east.update(position: place.east, variance: noise.fastVariance)
    }

    /// It has moved by so much before anybody noticed, give or take `drift` (a variance).
    mutating func displace(by distance: LocalVector, variance: Double) {
        north.shift(by: distance.north, velocity: north.velocity, variance: variance)
        east.shift(by: distance.east, velocity: east.velocity, variance: variance)
    }

    /// It is found to be somewhere else.
    mutating func reset(to place: LocalVector, noise: FixNoise) {
        north.reset(position: place.north, variance: noise.slowVariance)
        east.reset(position: place.east, variance: noise.slowVariance)
    }

    /// Lays the map anew where the machine has come too far from its origin; answers how the old one turns into it.
    mutating func recentreFrame() -> FrameChange? {
        guard offset.length > Self.mapRadius else { return nil }
        let turn = FrameChange(from: frame, to: LocalFrame(origin: coordinate), centre: offset)
        let velocity = turn.direction(velocity)
        north.shift(by: -north.position, velocity: velocity.north)
        east.shift(by: -east.position, velocity: velocity.east)
        frame = turn.new
        return turn
    }
}

/// How one flat map becomes another, whose origin is at a place of the first.
struct FrameChange: Sendable {
    let old: LocalFrame
    let new: LocalFrame
    /// Where the new origin is on the old map.
    let centre: LocalVector

    init(from old: LocalFrame, to new: LocalFrame, centre: LocalVector) {
        self.old = old
        self.new = new
        self.centre = centre
    }

    /// A place of the old map on the new one.
    func position(_ place: LocalVector) -> LocalVector { direction(place - centre) }

    /// A direction of the old map on the new one.
    func direction(_ vector: LocalVector) -> LocalVector { old.rotated(vector, into: new) }
}

extension Coordinate {
    /// Whether it is so far from another place that a flat map of there does not show it: on the far side of the Earth it
    /// would fall on the near one.
    func isOutsideMap(around other: Coordinate) -> Bool {
        let apart = abs(longitude - other.longitude)
        return abs(latitude - other.latitude) > 10 || (apart > 10 && apart < 350 && abs(latitude) < 80)
    }
}
