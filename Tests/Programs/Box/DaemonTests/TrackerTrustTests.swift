import Basics
import Linux
import Location
import TestSupport
import Testing
import Tracking

@testable import Daemon

/// The owner's word about a receiver that is contradicted.
struct TrackerTrustTests {
    private let clock = ManualClock()
    private let reports: ReportMailbox
    private let updates: PlaceUpdateMailbox
    private let commands = PlaceCommandMailbox()

    init() throws {
        (reports, updates) = (try ReportMailbox.blocking(), try PlaceUpdateMailbox.blocking())
    }

    private func tracker(after lastReport: Report? = nil, isClockSynchronised: Bool = true) -> Tracker {
        var outputs = TrackerOutputs(reports: reports, verdicts: SharedVerdicts())
        (outputs.placeUpdates, outputs.placeCommands) = (updates, commands)
        return Tracker(
            settings: TrackingSettings(), lastReport: lastReport, outputs: outputs, at: clock.now,
            isClockSynchronised: { isClockSynchronised })
    }

    private func run(
        _ tracker: inout Tracker, at latitude: Double, for seconds: Int, ahead difference: Duration = .zero
    ) {
        for second in 0..<seconds {
            let moment = clock.advance(by: .seconds(1))
            var fix = Fix(device: "/dev/a", mode: .threeDimensional)
            fix.coordinate = Coordinate(latitude: latitude + Double(second % 7) * 1e-6, longitude: 13)
            fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
            fix.timestamp = moment.wallClock + difference
            (fix.speed, fix.course) = (Double(second % 5) / 100, 0)
            _ = tracker.deliver([.fix(fix)], at: moment)
        }
    }

    private var report: Report? { reports.dequeueNow()?.pending?.report }

    /// The events since they were last asked for; the tracker must have had a fix since.
    private var events: [PlaceEvent] { updates.dequeueNow()?.update.events ?? [] }

    @Test("events have the receiver's time, as the history does, where the clock of this machine is not synchronised")
    func receiverTime() throws {
        for isSynchronised in [false, true] {
            var tracker = tracker(isClockSynchronised: isSynchronised)
            run(&tracker, at: 52, for: 120, ahead: isSynchronised ? .zero : .seconds(18_000))
            run(&tracker, at: 53, for: 20, ahead: isSynchronised ? .zero : .seconds(18_000))
            let event = try #require(events.first { $0.kind == .contradicted })
            let difference = event.moment - clock.now.wallClock
            #expect(abs(difference.inSeconds - (isSynchronised ? 0 : 18_000)) < 21)
        }
    }

    @Test("the claim becomes the position, and the event has who accepted it")
    func trust() throws {
        var tracker = tracker()
        run(&tracker, at: 52, for: 120)
        run(&tracker, at: 53, for: 20)
        #expect(report?.state == .contradicted)
        #expect(events.map(\.kind) == [.contradicted])
        commands.update { $0.trust = "phone" }
        _ = tracker.deliver([], at: clock.now)
        let trusted = try #require(report)
        #expect(trusted.state == .live && trusted.integrity.level == .nominal)
        #expect(trusted.fix?.coordinate.map { Int($0.latitude.rounded()) } == 53)
        let recorded = events
        #expect(recorded.map(\.kind) == [.trusted] && recorded.first?.by == "phone")
        run(&tracker, at: 53, for: 20)
        #expect(report?.state == .live)
    }

    @Test("a word while nothing is contradicted names nobody later")
    func early() {
        var tracker = tracker()
        run(&tracker, at: 52, for: 120)
        commands.update { $0.trust = "phone" }
        run(&tracker, at: 53, for: 20)
        run(&tracker, at: 52, for: 30)
        let recorded = events
        #expect(recorded.map(\.kind) == [.contradicted, .trusted] && recorded.last?.by == nil)
    }

    @Test("a restart while contradicted repeats no event, and a word before the first fix counts")
    func restart() throws {
        var before = tracker()
        run(&before, at: 52, for: 120)
        run(&before, at: 53, for: 20)
        let stored = try #require(report)
        #expect(events.map(\.kind) == [.contradicted])
        var again = self.tracker(after: stored)
        _ = again.deliver([.receivers(["/dev/a"])], at: clock.now)
        #expect(report?.state == .contradicted && events.isEmpty)
        commands.update { $0.trust = "phone" }
        _ = again.deliver([], at: clock.now)
        #expect(report?.integrity.level == .nominal)
        run(&again, at: 53, for: 5)
        let recorded = events
        #expect(recorded.map(\.kind) == [.trusted] && recorded.first?.by == "phone")
        #expect(report?.state == .live)
    }
}
