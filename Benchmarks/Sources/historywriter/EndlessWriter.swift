import Basics
import History
import Linux
import Location

/// A writer that runs until it is killed.
///
/// It prints the number of each point after recording it, when every write that was due is on the disk.
struct EndlessWriter {
    /// Seconds between two points; large enough that hours are sealed often.
    static let step = 10
    /// The number of points between two commits, which is the maximum that a kill may lose.
    static let pointsPerCommit = 10

    let path: String
    let first: Int

    func run() throws {
        let interval = Duration.seconds(Self.step * Self.pointsPerCommit)
        var writer = try SynchronousWriter(
            path: path, settings: RecordingSettings(commitInterval: interval, extent: .all))
        let output = FileDescriptor(owning: 1)
        for number in first... {
            guard let point = Self.point(number) else { return }
            try writer.record(point, at: .seconds(number * Self.step))
            try output.write(Array("\(number)\n".utf8))
        }
    }

    /// Returns the point with that number; nil if its values are out of range.
    static func point(_ number: Int) -> TrackPoint? {
        var fix = Fix(device: number % 50 == 7 ? "/dev/ttyACM1" : "/dev/ttyACM0", mode: .threeDimensional)
        fix.timestamp = Timestamp(milliseconds: 1_767_225_600_000 + Int64(number) * Int64(step) * 1000)
        let latitude = number * 7919 % 1_000_003
        let longitude = number * 104_729 % 2_000_003
        fix.coordinate = Coordinate(latitude: Double(latitude) / 1e5, longitude: Double(longitude) / 1e5)
        fix.altitude = Double(number % 1000) / 10
        fix.speed = number % 3 == 0 ? nil : Double(number % 4000) / 100
        return TrackPoint(fix, motion: .moving, satellitesUsed: number % 20)
    }
}
