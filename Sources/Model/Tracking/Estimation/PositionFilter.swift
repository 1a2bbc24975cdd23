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

    /// It has been seen to go to another place in so many seconds.
    mutating func go(to place: Coordinate, in time: Double) {
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
    var receiverOffset: LocalVector { LocalVector(north: north.offset, east: east.offset) }
    /// The estimated position.
    var coordinate: Coordinate { frame.coordinate(of: offset) }
    /// Metres: the standard deviation of the position along an axis.
    var deviation: Double { ((north.positionVariance + east.positionVariance) / 2).squareRoot() }

    /// Time passes, in seconds, and nothing tells how it moves.
    mutating func predict(_ time: Double, acceleration: Double, _ noise: FixNoise) {
        let memory = memory(time, noise)
        north.predict(time, acceleration: acceleration, memory: memory, offsetVariance: noise.slow)
        east.predict(time, acceleration: acceleration, memory: memory, offsetVariance: noise.slow)
    }

    /// Time passes, in seconds, and it is known how it has moved.
    mutating func advance(_ travel: Travel, time: Double, _ noise: FixNoise) {
        let memory = memory(time, noise)
        north.advance(
            by: travel.way.north, drift: travel.drift, velocity: travel.velocity.north, memory: memory,
            offsetVariance: noise.slow)
        east.advance(
            by: travel.way.east, drift: travel.drift, velocity: travel.velocity.east, memory: memory,
            offsetVariance: noise.slow)
    }

    /// The part of the receiver's error that is left after a time: what a bad sky made of it goes soon after the sky.
    private func memory(_ time: Double, _ noise: FixNoise) -> Double {
        let isLeavingBadSky = north.offsetVariance > 1.5 * noise.slow
        return Exponential.decay(time / (isLeavingBadSky ? Thresholds.skyMemory : Thresholds.memory))
    }

    /// A fix says where the machine is, in metres on the map.
    mutating func measure(_ place: LocalVector, _ noise: FixNoise) {
        north.measure(position: place.north, variance: noise.fast)
        east.measure(position: place.east, variance: noise.fast)
    }

    /// It has moved by so much before anybody noticed, give or take `drift` (a variance).
    mutating func displace(by distance: LocalVector, drift: Double) {
        north.shift(by: distance.north, velocity: north.velocity, drift: drift)
        east.shift(by: distance.east, velocity: east.velocity, drift: drift)
    }

    /// It is found to be somewhere else.
    mutating func replace(_ place: LocalVector, _ noise: FixNoise) {
        north.replace(position: place.north, variance: noise.slow)
        east.replace(position: place.east, variance: noise.slow)
    }

    /// Lays the map anew where the machine has come too far from its origin; answers how the old one turns into it.
    mutating func moveMap() -> MapTurn? {
        guard offset.length > Self.mapRadius else { return nil }
        let turn = MapTurn(from: frame, to: LocalFrame(origin: coordinate), centre: offset)
        let velocity = turn.direction(velocity)
        north.shift(by: -north.position, velocity: velocity.north)
        east.shift(by: -east.position, velocity: velocity.east)
        frame = turn.new
        return turn
    }
}
