import Basics
import JSON
import Linux
import Location

/// The surveyed path of a recording: JSON Lines with `time`, `lat`, `lon` and `speed`.
struct TruePath {
    private struct Line: Decodable {
        let time: String
        let lat: Double
        let lon: Double
        let speed: Double?
    }

    /// The longest interval across which the path is interpolated.
    private static let maxInterval: Duration = .milliseconds(1500)

    private var points: [(time: Timestamp, coordinate: Coordinate)] = []
    /// The largest speed in m/s.
    private(set) var maxSpeed = 0.0

    init(path: String) throws {
        for line in try FileContents.read(path).split(separator: 0x0A) {
            let line = try SafeJSON.decode(Line.self, from: Array(line))
            guard let time = Timestamp(storable: line.time),
                let coordinate = Coordinate(latitude: line.lat, longitude: line.lon)
            else { continue }
            points.append((time, coordinate))
            maxSpeed = max(maxSpeed, line.speed ?? 0)
        }
    }

    /// Returns the true position at a time; nil outside of the path and in its gaps.
    func position(at time: Timestamp) -> Coordinate? {
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if points[middle].time < time { low = middle + 1 } else { high = middle }
        }
        guard low < points.count else { return nil }
        let next = points[low]
        if next.time == time { return next.coordinate }
        guard low > 0, case let last = points[low - 1], next.time - last.time <= Self.maxInterval else { return nil }
        return last.coordinate.interpolated(
            to: next.coordinate, fraction: (time - last.time) / (next.time - last.time))
    }
}
