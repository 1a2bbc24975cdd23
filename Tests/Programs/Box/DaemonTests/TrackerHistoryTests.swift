import Basics
import Configuration
import History
import Linux
import Location
import TestSupport
import Testing
import Tracking

@testable import Daemon

/// The fixes that are recorded in the history.
struct TrackerHistoryTests {
    private let directory: ScratchDirectory
    private let clock = ManualClock()

    init() throws {
        directory = try ScratchDirectory()
    }

    private func fix(_ place: Int, radius: Double = 5, late: Duration = .zero) -> Fix {
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.timestamp = clock.now.wallClock + (.zero - late)
        fix.coordinate = Coordinate(latitude: 52 + Double(place) * 1e-5, longitude: 13)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: .receiver)
        return fix
    }

    /// Tracks with a history and returns its content at the end.
    private func recorded(
        _ settings: TrackingSettings = TrackingSettings(maxAccuracy: 50), record: HistorySettings.Record = .all,
        _ body: (inout Tracker) throws -> Void
    ) throws -> [TrackPoint] {
        let path = directory.file("history.db")
        var daemonSettings = Settings()
        daemonSettings.stateDirectory = directory.path
        daemonSettings.history.record = record
        let writer = try HistoryOutput(daemonSettings, RecorderCallbacks { Issue.record("\($0)") })
        var tracker = Tracker(
            settings: settings, lastReport: nil,
            outputs: TrackerOutputs(reports: try ReportMailbox.blocking(), verdicts: SharedVerdicts(), history: writer),
            at: clock.now, isClockSynchronised: { true })
        try body(&tracker)
        writer.close()
        guard directory.names.contains("history.db") else { return [] }
        var points: [TrackPoint] = []
        let damaged = try SQLiteHistory(path: path, access: .readOnly).forEachPoint(.all) { points.append($0) }
        #expect(damaged.isEmpty)
        return points
    }

    @Test("accepted fixes are recorded as shown, also repeated ones, and rejected ones are not")
    func accepted() throws {
        let start = clock.now.wallClock
        let points = try recorded { tracker in
            for radius in [5, 5, 90, 5] as [Double] {
                _ = tracker.deliver([.satellites(Satellites(used: 9), device: "/dev/a")], at: clock.now)
                _ = tracker.deliver([.fix(fix(0, radius: radius))], at: clock.now)
                clock.advance(by: .seconds(1))
            }
        }
        #expect(points.map { $0.timestamp - start } == [.zero, .seconds(1), .seconds(3)])
        #expect(points.allSatisfy { $0.satellitesUsed == 9 && $0.fix.device == "/dev/a" })
    }

    @Test("claims of a contradicted receiver are recorded as such, and returned only where asked for")
    func contradicted() throws {
        func run(_ tracker: inout Tracker, at place: Int, for seconds: Int) {
            for second in 0..<seconds {
                var fix = fix(place + second % 2)
                (fix.speed, fix.course) = (Double(second % 5) / 100, 0)
                _ = tracker.deliver([.satellites(Satellites(used: 9), device: "/dev/a")], at: clock.now)
                _ = tracker.deliver([.fix(fix)], at: clock.now)
                clock.advance(by: .seconds(1))
            }
        }
        let points = try recorded(TrackingSettings()) { tracker in
            run(&tracker, at: 0, for: 120)
            run(&tracker, at: 100_000, for: 30)
            run(&tracker, at: 0, for: 60)
        }
        #expect(points.allSatisfy { ($0.fix.coordinate?.latitude ?? 0) < 52.1 } && points.count > 150)
        let history = try SQLiteHistory(path: directory.file("history.db"), access: .readOnly)
        var claims: [TrackPoint] = []
        _ = try history.forEachPoint(PointQuery(showsContradicted: true)) { point in
            if point.integrity == .contradicted { claims.append(point) }
        }
        let far = claims.filter { $0.coordinate.latitude > 52.9 }
        #expect((20...30).contains(far.count), "\(far.count) of \(claims.count)")
        #expect(claims.allSatisfy { $0.satellitesUsed == 9 && $0.motion == .unknown })
    }

    @Test("a stay is thinned, and its end is recorded at the end of the daemon")
    func thinned() throws {
        let start = clock.now.wallClock
        let points = try recorded(record: .thinned) { tracker in
            for _ in 0..<300 {
                _ = tracker.deliver([.fix(fix(0))], at: clock.now)
                clock.advance(by: .seconds(1))
            }
        }
        #expect((6...120).contains(points.count), "\(points.count)")
        #expect(points.last.map { $0.timestamp - start } == .seconds(299))
    }

    @Test("reinstated fixes are recorded in order with the one that reinstates them")
    func reinstated() throws {
        let start = clock.now.wallClock
        let points = try recorded { tracker in
            for place in Array(repeating: 0, count: 20) + (0..<4).map({ 100_000 + $0 }) {
                _ = tracker.deliver([.fix(fix(place))], at: clock.now)
                clock.advance(by: .seconds(1))
            }
        }
        #expect(points.map { $0.timestamp - start } == (0..<24).map { .seconds($0) })
        #expect(points.map { $0.coordinate.latitude > 52.9 } == (0..<24).map { $0 >= 20 })
    }

    @Test("all fixes of one batch are recorded")
    func batch() throws {
        let points = try recorded { tracker in
            var events: [ReceiverEvent] = []
            for place in 0..<5 {
                events.append(.fix(fix(place)))
                clock.advance(by: .seconds(1))
            }
            _ = tracker.deliver(events, at: clock.now)
        }
        #expect(points.count == 5)
    }

    @Test("a delayed fix is recorded with its own time")
    func heldUp() throws {
        let start = clock.now.wallClock
        let points = try recorded { tracker in
            _ = tracker.deliver([.fix(fix(0))], at: clock.now)
            clock.advance(by: .seconds(40))
            _ = tracker.deliver([.fix(fix(1, late: .seconds(39)))], at: clock.now)
        }
        #expect(points.map { $0.timestamp - start } == [.zero, .seconds(1)])
    }

    @Test("a simulated fix is not recorded, even where it is accepted")
    func simulated() throws {
        let points = try recorded(TrackingSettings(allowsSimulated: true)) { tracker in
            var simulated = fix(0)
            simulated.differential = .simulated
            _ = tracker.deliver([.fix(simulated)], at: clock.now)
            clock.advance(by: .seconds(1))
            _ = tracker.deliver([.fix(fix(0))], at: clock.now)
        }
        #expect(points.map(\.timestamp) == [clock.now.wallClock])
    }
}
