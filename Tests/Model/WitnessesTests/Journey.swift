import Basics
import Location

@testable import Witnesses

/// Fixes and skies of a receiver, one a second, that a test bends.
struct Journey {
    static let start = Coordinate(latitude: 59.32, longitude: 18.95)
    var judge = IntegrityJudge(maxSpeed: 350, lastReport: nil, at: Timestamp(milliseconds: 0))
    var time = 0.0
    /// Metres north and east of the start.
    var place = LocalVector()
    /// Metres per second north and east, as reported.
    var velocity = LocalVector()
    /// The speed and course in place of those of the velocity; nil to report that.
    var held: (speed: Double, course: Double)?
    /// The claimed radius in metres.
    var radius = 5.0
    var altitude = 50.0
    var health: ReceiverHealth?
    var coordinate: Coordinate?
    /// A list for each second; nil for none.
    var sky: ((Double) -> [Satellite])? = { Journey.sky(at: $0) }
    private var noise = 0

    /// Nine satellites of three systems whose strengths differ.
    static func sky(at time: Double, turn: Double = 0, strength: Double? = nil) -> [Satellite] {
        (0..<9).map { index in
            let system: [Constellation] = [.gps, .galileo, .glonass]
            return Satellite(
                constellation: system[index / 3], number: index + 1, elevation: 10 + 8 * Double(index),
                azimuth: (40 * Double(index) + turn + time / 200).truncatingRemainder(dividingBy: 360),
                signal: strength ?? 30 + 2 * Double(index), isUsed: true)
        }
    }

    /// Lets seconds pass without a fix.
    mutating func pause(_ seconds: Double) { time += seconds }

    /// Moves on for seconds; returns the levels after each.
    @discardableResult
    mutating func run(_ seconds: Int, step: Double = 1) -> [Integrity.Level] {
        (0..<seconds).map { _ in
            time += step
            place = place + velocity * step
            _ = next()
            return judge.level
        }
    }

    /// Reports a fix where the machine is.
    mutating func next() -> IntegrityJudge.Admission? {
        guard let start = Self.start else { return nil }
        let moment = Moment(uptime: .seconds(time), wallClock: Timestamp(milliseconds: Int64(time * 1000)))
        noise += 1
        // Half a metre of noise that never repeats.
        let jitter = LocalVector(north: Double(noise * 7 % 11) / 20, east: Double(noise * 5 % 13) / 20)
        let here = coordinate ?? LocalFrame(origin: start).coordinate(of: place + jitter)
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.coordinate = here
        fix.timestamp = moment.wallClock
        fix.altitude = altitude
        fix.health = health
        fix.speed = velocity.length + Double(noise % 7) / 100
        if velocity.length > 0 { fix.course = velocity.course }
        if let held { (fix.speed, fix.course) = held }
        let surface = SurfacePosition(here)
        let observation = Observation(
            fix, position: surface.point,
            velocity: surface.velocity(
                speed: held?.speed ?? velocity.length, course: held?.course ?? velocity.course),
            radius: radius, time: time, uptime: time, corrected: fix.timestamp)
        if let sky { judge.add(Satellites(inView: sky(time)), device: "/dev/a", at: moment) }
        return judge.judge(observation, of: "/dev/a", at: moment.wallClock)
    }

    /// The codes of the reasons.
    var codes: [Integrity.Code] { judge.integrity.reasons.map(\.code) }
}
