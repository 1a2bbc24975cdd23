import Basics
import History
import Linux
import Location

/// A writer that never ends by itself, to be killed at any moment.
///
/// It tells the number of each point when it has been taken, after everything that was due then is on the disk.
struct Endless {
    /// Seconds between two points: an hour is full soon.
    static let step = 10
    /// Points that may wait: so many are taken between two commits.
    static let waiting = 10

    let path: String
    let first: Int

    func run() throws {
        let interval = Duration.seconds(Self.step * Self.waiting)
        var recording = try Recording(
            path: path, settings: RecordingSettings(commitInterval: interval, extent: .all))
        let output = FileDescriptor(owning: 1)
        for number in first... {
            guard let point = Self.point(number) else { return }
            try recording.record(point, at: .seconds(number * Self.step))
            try output.write(Array("\(number)\n".utf8))
        }
    }

    /// The point of that number; nil where there is none.
    static func point(_ number: Int) -> TrackPoint? {
        var fix = Fix(device: number % 50 == 7 ? "/dev/ttyACM1" : "/dev/ttyACM0", mode: .threeDimensional)
        fix.timestamp = Timestamp(milliseconds: 1_767_225_600_000 + Int64(number) * Int64(step) * 1000)
        let (latitude, longitude) = (number * 7919 % 1_000_003, number * 104_729 % 2_000_003)
        fix.coordinate = Coordinate(latitude: Double(latitude) / 1e5, longitude: Double(longitude) / 1e5)
        fix.altitude = Double(number % 1000) / 10
        fix.speed = number % 3 == 0 ? nil : Double(number % 4000) / 100
        return TrackPoint(fix, motion: .moving, satellitesUsed: number % 20)
    }
}
