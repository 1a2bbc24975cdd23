import Glibc
import Location

/// A witness of satellites that leap in the sky while they are tracked.
///
/// Receivers compute the directions from their almanac, position and time: they leap after a start, and near the zenith the
/// azimuth turns at once. So the angle between directions counts, of several satellites, and in mid-track only.
struct LeapWitness: Sendable {
    /// Degrees that show a leap, and by which a satellite moves in a second at most (BeiDou and others in medium orbits: half
    /// a degree a minute; twice that for whole degrees).
    private static let angle = 10.0
    private static let rate = 1.0 / 60
    /// The satellites that have leapt at least, and their share of those that are compared.
    private static let minCount = 3
    private static let minShare = 0.5
    /// The seconds for which a direction is seen before it counts, for which it does, and of a leap.
    private static let learning = 30.0
    private static let memory = 1800.0
    private static let minSeconds = 2.0
    private static let capacity = 128

    fileprivate struct Direction {
        let key: Int
        var azimuth, elevation, since, time: Double
    }

    private var known: [Direction] = []
    private var since: Double?
    /// The satellites that have leapt, of those compared, in the last list.
    private(set) var leapt = (count: 0, of: 0)
    /// True while they are elsewhere than before.
    private(set) var isActive = false

    /// Forgets the directions, after a gap.
    mutating func restart() { (known, since, isActive) = ([], nil, false) }

    /// Adds a list.
    mutating func add(_ satellites: [Satellite], _ context: Context) {
        if known.contains(where: { context.time - $0.time > Self.memory }) {
            known.removeAll { context.time - $0.time > Self.memory }
        }
        leapt = (0, 0)
        var next = 0
        for satellite in satellites {
            guard let azimuth = satellite.azimuth, let elevation = satellite.elevation,
                let index = place(of: satellite.key, &next), case let direction = known[index],
                direction.time - direction.since >= Self.learning
            else { continue }
            leapt.of += 1
            let limit = Self.angle + Self.rate * (context.time - direction.time)
            if !direction.isWithin(limit, ofAzimuth: azimuth, elevation: elevation) { leapt.count += 1 }
        }
        let leaps = leapt.count >= Self.minCount && Double(leapt.count) >= Self.minShare * Double(leapt.of)
        since = leaps ? since ?? context.time : nil
        isActive = since.map { context.time - $0 >= Self.minSeconds } ?? false
        if !leaps, context.isSettled { learn(satellites, at: context.time) }
    }

    private mutating func learn(_ satellites: [Satellite], at time: Double) {
        var next = 0
        for satellite in satellites {
            guard let azimuth = satellite.azimuth, let elevation = satellite.elevation else { continue }
            if let index = place(of: satellite.key, &next) {
                known[index].follow(azimuth: azimuth, elevation: elevation, within: Self.angle, at: time)
            } else if known.count < Self.capacity {
                known.append(
                    Direction(key: satellite.key, azimuth: azimuth, elevation: elevation, since: time, time: time))
            }
        }
    }

    /// Returns where a satellite is known, and moves it behind the one before: lists keep their order, so that it is there
    /// the next time.
    private mutating func place(of key: Int, _ next: inout Int) -> Int? {
        if next >= known.count || known[next].key != key {
            guard let index = known.firstIndex(where: { $0.key == key }) else { return nil }
            if index < next { return index }
            known.swapAt(index, next)
        }
        next += 1
        return next - 1
    }
}

extension LeapWitness.Direction {
    /// Follows the satellite; a single one that has leapt begins again.
    fileprivate mutating func follow(
        azimuth now: Double, elevation height: Double, within limit: Double, at moment: Double
    ) {
        if !isWithin(limit, ofAzimuth: now, elevation: height) { since = moment }
        (azimuth, elevation, time) = (now, height, moment)
    }

    /// Returns true for a direction within an angle in degrees.
    fileprivate func isWithin(_ limit: Double, ofAzimuth other: Double, elevation height: Double) -> Bool {
        var turn = abs(azimuth - other)
        if turn > 180 { turn = abs(turn.remainder(dividingBy: 360)) }
        // Nearly always; the angle is shorter than the way over both.
        if turn + abs(elevation - height) <= limit { return true }
        let (from, to) = (elevation * .pi / 180, height * .pi / 180)
        let cosine = sin(from) * sin(to) + cos(from) * cos(to) * cos(turn * .pi / 180)
        return cosine >= cos(min(limit, 180) * .pi / 180)
    }
}

extension Satellite {
    /// A number that no other satellite in the list has.
    var key: Int { constellation.index << 16 | number & 0xFFFF }
}

extension Constellation {
    /// The number of navigation systems.
    static let count = 8

    /// The place in lists by navigation system.
    var index: Int {
        switch self {
        case .gps: 0
        case .sbas: 1
        case .galileo: 2
        case .beidou: 3
        case .qzss: 4
        case .glonass: 5
        case .navic: 6
        case .unknown: 7
        }
    }
}
