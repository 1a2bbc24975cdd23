import Basics
import GPSD
import Linux
import Location
import Tracking

/// Measures the position now on recorded drives with a surveyed path, at an age of the fix of one second.
struct DriveBenchmark {
    private static let age: Duration = .seconds(1)
    /// The speed in m/s that makes a recording a drive: a walk is where its fix is.
    private static let minSpeed = 5.0
    /// The goals: the error in metres, or that of the fix itself with a tenth more; and the share within the radius.
    private static let (maxError, errorFactor, minContained) = (2.0, 1.1, 0.95)

    /// The errors of the fix itself at its own time, of the fix and of the position now after ``age``.
    private var errors = SIMD3<Double>.zero
    private var contained = 0
    private var count = 0

    /// Scores the drives among the recordings of a directory, `NAME.jsonl` beside `NAME.truth.jsonl`; returns whether all
    /// goals are met.
    static func run(_ directory: String, print: (String) -> Void) throws -> Bool {
        let ending = ".truth.jsonl"
        var isMet = true
        print("drive                moments  fix itself  fix 1 s later  position now  contained")
        for file in try DirectoryListing.names(in: directory).sorted() where file.hasSuffix(ending) {
            let name = String(file.dropLast(ending.count))
            let truth = try TruePath(path: "\(directory)/\(file)")
            guard truth.maxSpeed >= minSpeed else { continue }
            var drive = DriveBenchmark()
            try drive.play("\(directory)/\(name).jsonl", truth)
            print(drive.line(name))
            isMet = isMet && drive.isMet
        }
        return isMet
    }

    private mutating func play(_ path: String, _ truth: TruePath) throws {
        let start = Moment(uptime: .zero, wallClock: Timestamp(milliseconds: 0))
        var controller = LocationController(settings: TrackingSettings(), at: start)
        try Recording(path: path).run { events, moment in
            _ = controller.advance(to: moment)
            for event in events {
                _ = controller.handle(event, at: moment)
                guard case .fix = event else { continue }
                let later = Moment(uptime: moment.uptime + Self.age, wallClock: moment.wallClock + Self.age)
                add(controller.report(at: later), truth)
            }
            return controller.deadline
        }
    }

    private mutating func add(_ report: Report, _ truth: TruePath) {
        guard let now = report.now, now.bridged == Self.age, let fix = report.fix, let shown = fix.coordinate,
            let time = fix.timestamp, let then = truth.position(at: time),
            let here = truth.position(at: time + Self.age)
        else { return }
        let distances = SIMD3(shown.distance(to: then), shown.distance(to: here), now.coordinate.distance(to: here))
        errors += distances * distances
        count += 1
        if distances.z <= now.horizontalAccuracy { contained += 1 }
    }

    private var rootMeanSquares: SIMD3<Double> { (errors / Double(max(1, count))).squareRoot() }

    private var isMet: Bool {
        let error = rootMeanSquares
        return count > 0 && error.z <= max(Self.maxError, Self.errorFactor * error.x)
            && Double(contained) >= Self.minContained * Double(count)
    }

    private func line(_ name: String) -> String {
        let error = rootMeanSquares
        let cells = [error.x, error.y, error.z].map { TextFormat.number($0, 2) + " m" }
        let share = TextFormat.number(100 * Double(contained) / Double(max(1, count)), 1) + " %"
        let columns = zip([String(count)] + cells + [share], [9, 12, 15, 14, 11])
        return TextFormat.left(name, width: 19) + columns.map { TextFormat.right($0, width: $1) }.joined()
            + (isMet ? "" : "  missed")
    }
}
