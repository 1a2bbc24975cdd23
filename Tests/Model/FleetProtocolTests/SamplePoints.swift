import Basics
import Location
import Simulator

/// Points with values known or unknown at random, some of them with more digits than a segment keeps.
struct SamplePoints {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func points(_ count: Int, device: String = "/dev/ttyACM0") -> [TrackPoint] {
        (0..<count).compactMap { point(at: 1_767_225_600_000 + Int64($0) * 1000, device: device) }
    }

    private mutating func point(at time: Int64, device: String) -> TrackPoint? {
        var fix = Fix(device: device, mode: one())
        fix.timestamp = Timestamp(milliseconds: time)
        fix.coordinate = Coordinate(latitude: number(-90...90), longitude: number(-180...180))
        fix.altitude = value(-500...9000)
        fix.ellipsoidalAltitude = value(-500...9000)
        fix.horizontalAccuracy = value(0.001...200).flatMap { HorizontalAccuracy(radius: $0, origin: one()) }
        fix.verticalAccuracy = value(0...100)
        fix.speed = value(0...100)
        fix.speedAccuracy = value(0...10)
        fix.course = value(0...359.999)
        fix.courseAccuracy = value(0...180)
        fix.climb = value(-10...10)
        fix.differential = one()
        fix.source = one()
        fix.timeSource = one()
        return TrackPoint(fix, motion: one(), satellitesUsed: value(0...40).map(Int.init))
    }

    private mutating func number(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &generator)
    }

    private mutating func value(_ range: ClosedRange<Double>) -> Double? {
        Int.random(in: 0..<5, using: &generator) == 0 ? nil : number(range)
    }

    private mutating func one<Case: CaseIterable>() -> Case where Case.AllCases == [Case] {
        let cases = Case.allCases
        return cases[Int.random(in: 0..<cases.count, using: &generator)]
    }
}
