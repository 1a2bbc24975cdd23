import Basics
import History
import Location

/// The time of queries of a history.
struct ReadBenchmark {
    let path: String

    func run() throws {
        let history = try SQLiteHistory(path: path, access: .readOnly)
        let info = try history.info()
        guard let first = info.first, let last = info.last else { return }
        let middle = Timestamp(milliseconds: (first.milliseconds + last.milliseconds) / 2)
        let day = PointQuery(from: middle, to: middle + .seconds(86_400))
        try report("info_ms") { _ = try history.info() }
        try report("day_ms") { _ = try history.forEachPoint(day) { _ in } }
        try report("at_ms") { _ = try history.neighbours(of: middle, device: nil) }
        try report("outlines_ms") { _ = try history.forEachOutline(.all) { _ in } }
        try report("all_ms") { _ = try history.forEachPoint(.all) { _ in } }
    }

    private func report(_ name: String, _ body: () throws -> Void) throws {
        let time = try ContinuousClock().measure(body)
        print("\(name) \(time.inSeconds * 1000)")
    }
}
