import Basics
import Location
import Simulator

/// Points beyond those of real receivers, with values known or unknown at random.
struct RandomTrack {
    static let device = "/dev/serial/by-id/usb-u-blox_7"

    /// The percentage of unknown values.
    var unknown = 10
    /// The maximum milliseconds between two points.
    var interval: Int64 = 2000
    /// The levels of integrity of the points.
    var levels = [Integrity.Level.nominal]
    /// The size of jumps, as a fraction of a value's range.
    var jump = 0.001
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func points(_ count: Int) throws -> [TrackPoint] {
        var points: [TrackPoint] = []
        var time = Int64.random(in: 0...4_102_444_800_000, using: &generator)
        var place = (latitude: number(in: -90...90), longitude: number(in: -180...180))
        for _ in 0..<count {
            time += Int64.random(in: 0...interval, using: &generator)
            place.latitude = min(max(place.latitude + number(in: -90...90) * jump, -90), 90)
            place.longitude = (place.longitude + number(in: -180...180) * jump).remainder(dividingBy: 360)
            guard
                let point = TrackPoint(
                    fix(at: place, time), motion: one(), satellitesUsed: value(in: 0...40).map(Int.init),
                    integrity: levels[points.count % levels.count])
            else { throw Unmade() }
            points.append(point)
        }
        return points
    }

    private struct Unmade: Error {}

    private mutating func fix(at place: (latitude: Double, longitude: Double), _ time: Int64) -> Fix {
        var fix = Fix(device: Self.device, mode: one())
        fix.timestamp = Timestamp(milliseconds: time)
        fix.coordinate = Coordinate(latitude: place.latitude, longitude: place.longitude)
        fix.altitude = value(in: -500...9000)
        fix.ellipsoidalAltitude = value(in: -500...9000)
        fix.horizontalAccuracy = value(in: 0.001...200).flatMap { HorizontalAccuracy(radius: $0, origin: one()) }
        fix.verticalAccuracy = value(in: 0...100)
        fix.speed = value(in: 0...100)
        fix.speedAccuracy = value(in: 0...10)
        fix.course = value(in: 0...359.999)
        fix.courseAccuracy = value(in: 0...180)
        fix.climb = value(in: -10...10)
        fix.differential = one()
        fix.source = one()
        fix.timeSource = one()
        return fix
    }

    private mutating func number(in range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &generator)
    }

    private mutating func value(in range: ClosedRange<Double>) -> Double? {
        Int.random(in: 0..<100, using: &generator) < unknown ? nil : number(in: range)
    }

    private mutating func one<Case: CaseIterable>() -> Case where Case.AllCases == [Case] {
        let cases = Case.allCases
        return cases[Int.random(in: 0..<cases.count, using: &generator)]
    }
}
