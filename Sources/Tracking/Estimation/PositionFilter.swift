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
            position: 0, offsetVariance: noise.slow, noiseVariance: noise.fast, velocityVariance: 100)
        north = axis
        east = axis
    }

    /// Metres from the map's origin.
    var offset: LocalVector { LocalVector(north: north.position, east: east.position) }
    /// Metres per second.
    var velocity: LocalVector { LocalVector(north: north.velocity, east: east.velocity) }
    /// The estimated position.
    var coordinate: Coordinate { frame.coordinate(of: offset) }
    /// Metres: the standard deviation of the position along an axis.
    var deviation: Double { ((north.positionVariance + east.positionVariance) / 2).squareRoot() }
    /// Metres per second: the standard deviation of the velocity along an axis.
    var velocityDeviation: Double { ((north.velocityVariance + east.velocityVariance) / 2).squareRoot() }

    /// From where a receiver is expected to say the machine is, to where it says.
    func innovation(_ place: Coordinate) -> LocalVector {
        frame.offset(of: place) - offset - LocalVector(north: north.offset, east: east.offset)
    }

    /// Metres: the standard deviation along an axis of what a receiver will say, apart from its own fast noise.
    var expectedDeviation: Double { ((north.measuredVariance + east.measuredVariance) / 2).squareRoot() }

    /// Time passes, in seconds.
    mutating func predict(_ time: Double, acceleration: Double, _ noise: FixNoise) {
        let memory = Exponential.decay(time / Thresholds.memory)
        north.predict(time, acceleration: acceleration, memory: memory, offsetVariance: noise.slow)
        east.predict(time, acceleration: acceleration, memory: memory, offsetVariance: noise.slow)
    }

    /// A fix says where the machine is; one that is far from what was expected counts less (Huber).
    mutating func measure(_ place: Coordinate, _ noise: FixNoise) {
        let measured = frame.offset(of: place)
        let expected = offset + LocalVector(north: north.offset, east: east.offset)
        let spread = (expectedDeviation * expectedDeviation + noise.fast).squareRoot()
        let surprise = (measured - expected).length / spread / Thresholds.huber
        let variance = noise.fast + max(0, surprise * surprise - 1) * spread * spread
        north.measure(position: measured.north, variance: variance)
        east.measure(position: measured.east, variance: variance)
        if offset.length > Self.mapRadius { moveMap() }
    }

    /// Something says how the machine moves.
    mutating func measure(velocity: LocalVector, deviation: Double) {
        north.measure(velocity: velocity.north, variance: deviation * deviation)
        east.measure(velocity: velocity.east, variance: deviation * deviation)
    }

    /// It has moved by so much before anybody noticed.
    mutating func displace(by distance: LocalVector) {
        north.shift(by: distance.north, velocity: north.velocity)
        east.shift(by: distance.east, velocity: east.velocity)
    }

    private mutating func moveMap() {
        let moved = LocalFrame(origin: coordinate)
        let velocity = frame.turned(velocity, into: moved)
        north.shift(by: -north.position, velocity: velocity.north)
        east.shift(by: -east.position, velocity: velocity.east)
        frame = moved
    }
}
