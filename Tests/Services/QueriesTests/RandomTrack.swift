import Basics
import History
import Location
import Simulator
import Testing

/// A random track of some receivers: drives, walks, stays with noise, tunnels, nights without power.
struct RandomTrack {
    var generator: SeededGenerator
    private let start: Timestamp
    private var points: [TrackPoint] = []

    init(seed: UInt64, start: Timestamp) {
        generator = SeededGenerator(seed: seed)
        self.start = start
    }

    /// Writes a track of each of some receivers, partly sealed, partly imported, partly in rows; returns its end.
    mutating func fill(_ history: SQLiteHistory) throws -> Timestamp {
        var end = start
        let count = Int.random(in: 1...3, using: &generator)
        for device in ["a", "b", "c"].prefix(count) {
            points = []
            try record(device)
            let cut = Int.random(in: 0...points.count, using: &generator)
            _ = try history.append(Array(points[..<cut]))
            try history.seal(before: (points.dropFirst(cut).first ?? points[0]).timestamp)
            _ =
                try Bool.random(using: &generator)
                ? history.append(Array(points[cut...])) : history.bulkAppend(Array(points[cut...]))
            if let last = points.last { end = max(end, last.timestamp) }
        }
        return end
    }

    private mutating func record(_ device: String) throws {
        var time = start + .seconds(Int.random(in: 0...30_000, using: &generator))
        var place = try #require(Coordinate(latitude: 50, longitude: 10))
        let interval = pick([1, 1, 5, 20, 61, 300])
        for _ in 0..<Int.random(in: 3...7, using: &generator) {
            // Near, and rarely across, the interval of a gap or a stay.
            let pause = pick([0, 0, 0, 59, 61, 200, 299, 301, 5000, 40_000])
            time = time + .milliseconds(Int64(pause * 1000))
            let speed = pick([0, 0, 0.2, 0.6, 1.4, 12, 30])
            let seconds = min(Double.random(in: 20...6000, using: &generator), interval * 400)
            let noise = pick([0.1, 3, 15])
            let course = Double.random(in: 0..<360, using: &generator)
            for _ in 0..<Int(seconds / interval) {
                time = time + .milliseconds(Int64(interval * 1000))
                place = place.moved(distance: speed * interval, bearing: course)
                try add(device, time, place, speed: speed, noise: noise)
            }
        }
    }

    private mutating func pick(_ values: [Double]) -> Double {
        values[Int.random(in: values.indices, using: &generator)]
    }

    private mutating func add(
        _ device: String, _ time: Timestamp, _ place: Coordinate, speed: Double, noise: Double
    ) throws {
        var fix = Fix(device: device, mode: .threeDimensional)
        fix.timestamp = time
        fix.coordinate = place.moved(
            north: Double.random(in: -noise...noise, using: &generator),
            east: Double.random(in: -noise...noise, using: &generator))
        if speed != 0.6 { fix.speed = speed }
        fix.altitude = 300 + place.latitude * 100 + Double.random(in: -noise...noise, using: &generator)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: noise * 2 + 1, origin: .receiver)
        let motion: Motion = speed == 0 ? .stationary : speed == 1.4 ? .unknown : .moving
        points.append(try #require(TrackPoint(fix, motion: motion)))
    }
}
