import Basics
import Location
import Simulator

/// Hours of a machine that stands, moves and is silent by turns, with values as a segment stores them.
struct RandomJourney {
    static let device = "d"

    private var generator: SeededGenerator
    private var time: Int64 = 1_767_225_600_000
    private var place: Coordinate

    /// Any seed is valid; odd ones are near the antimeridian.
    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        place = Coordinate(clampingLatitude: -16.8, longitude: seed.isMultiple(of: 2) ? 8 : 179.99)
    }

    mutating func points(sections: Int = 12) -> [TrackPoint] { (0..<sections).flatMap { _ in section() } }

    /// Some minutes of one kind of motion, sometimes after a silence.
    private mutating func section() -> [TrackPoint] {
        let interval = [500, 1000, 7000, 30_000][number(3)]
        let motion = Motion.allCases[number(Motion.allCases.count - 1)]
        let speed = [0, 0, 1.4, 30][number(3)]
        let heights = number(3)
        if number(3) == 0 { time += Int64(number(4_000_000)) }
        return (0..<(10 + number(60))).compactMap { _ in
            time += Int64(interval)
            let step = speed * Double(interval) / 1000
            place = place.moved(north: step * Double.random(in: -1...2, using: &generator), east: step)
            var fix = Fix(device: Self.device, mode: .twoDimensional)
            fix.timestamp = Timestamp(milliseconds: time)
            let isOutlier = number(60) == 0
            let shown = isOutlier ? place.moved(north: 0, east: 5000) : place
            fix.coordinate = Coordinate(latitude: Self.step(shown.latitude), longitude: Self.step(shown.longitude))
            fix.horizontalAccuracy = [nil, 3.5, 12, 180][number(3)].flatMap {
                HorizontalAccuracy(radius: $0, origin: .receiver)
            }
            let height = Double(number(900)) / 10 - 20
            if heights == 1 { fix.altitude = height } else if heights == 2 { fix.ellipsoidalAltitude = height }
            fix.speed = number(4) == 0 ? nil : speed
            return TrackPoint(fix, motion: motion)
        }
    }

    private mutating func number(_ limit: Int) -> Int { .random(in: 0...limit, using: &generator) }

    private static func step(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
}
