import Basics
import Linux
import Location
import Places
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Daemon

struct TrackerTests {
    private let clock = ManualClock()
    private let mailbox: ReportMailbox
    private let verdicts = SharedVerdicts()
    private let counts = SharedCounts()

    init() throws {
        mailbox = try ReportMailbox.blocking()
    }

    private func tracker() -> Tracker {
        Tracker(
            settings: TrackingSettings(maxAccuracy: 50), lastReport: nil,
            outputs: TrackerOutputs(reports: mailbox, verdicts: verdicts, counts: counts),
            at: clock.now, isClockSynchronised: { true })
    }

    private func fix(_ place: Int, radius: Double = 5) -> ReceiverEvent {
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: 52 + Double(place) * 1e-5, longitude: 13)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: .receiver)
        return .fix(fix)
    }

    @Test("an anchor set without fixes wakes the tracker in a minute")
    func anchor() throws {
        let inbox = PlaceCommandMailbox()
        var outputs = TrackerOutputs(reports: mailbox, verdicts: verdicts)
        (outputs.placeUpdates, outputs.placeCommands) = (try PlaceUpdateMailbox.blocking(), inbox)
        var tracker = Tracker(
            settings: TrackingSettings(), lastReport: nil, outputs: outputs, at: clock.now,
            isClockSynchronised: { true })
        let centre = try #require(Coordinate(latitude: 1, longitude: 2))
        let circle = try #require(PlaceCircle(centre: centre, radius: 40))
        let watch = AnchorWatch(circle, set: clock.now.wallClock)
        inbox.update { $0.anchor = PlaceTrackerCommand.Anchor(watch: watch) }
        let deadline = tracker.deliver([], at: clock.now)
        #expect(deadline == clock.now.uptime + AnchorWatch.positionTimeout)
    }

    @Test("a watch that is set, moved or ended is in a report at once")
    func reportsAnchor() throws {
        let inbox = PlaceCommandMailbox()
        var outputs = TrackerOutputs(reports: mailbox, verdicts: verdicts)
        (outputs.placeUpdates, outputs.placeCommands) = (try PlaceUpdateMailbox.blocking(), inbox)
        var tracker = Tracker(
            settings: TrackingSettings(maxAccuracy: 50), lastReport: nil, outputs: outputs, at: clock.now,
            isClockSynchronised: { true })
        _ = tracker.deliver([fix(0)], at: clock.now)
        #expect(mailbox.dequeue()?.pending?.report.anchor == nil)
        for (latitude, distance) in [(52.0, 0.0), (52.001, 111.3)] {
            let centre = try #require(Coordinate(latitude: latitude, longitude: 13))
            let circle = try #require(PlaceCircle(centre: centre, radius: 40))
            inbox.update {
                $0.anchor = PlaceTrackerCommand.Anchor(watch: AnchorWatch(circle, set: clock.now.wallClock))
            }
            _ = tracker.deliver([], at: clock.now)
            let anchor = try #require(mailbox.dequeue()?.pending?.report.anchor)
            #expect(anchor.coordinate == centre && abs((anchor.distance ?? .nan) - distance) < 0.1)
        }
        inbox.update { $0.anchor = PlaceTrackerCommand.Anchor(watch: nil) }
        _ = tracker.deliver([], at: clock.now)
        let ended = try #require(mailbox.dequeue()?.pending?.report)
        #expect(ended.anchor == nil)
    }

    @Test("at rest, other settings and a failed write are followed by a report with a page, and another failure is not")
    func writesAtRest() throws {
        let start = clock.now.uptime
        var tracker = tracker()
        func isWritten() -> Bool? {
            _ = tracker.deliver([fix(0)], at: clock.advance(by: .seconds(1)))
            return mailbox.dequeueNow()?.pending?.drawsPage
        }
        // At rest, and just written.
        while isWritten() == nil || clock.now.uptime - start < .seconds(60) { continue }
        #expect(isWritten() == nil)
        tracker.reconfigure(TrackingSettings(maxAccuracy: 50), at: clock.now)
        #expect(mailbox.dequeueNow()?.pending?.drawsPage == true)
        #expect(isWritten() == nil)
        counts.recordWriteError(of: "history")
        #expect(isWritten() == nil)
        counts.recordWriteError(of: "index.html")
        #expect(isWritten() == true)
        #expect(isWritten() == nil)
    }

    @Test("each verdict is recorded with its raw fix")
    func keeps() {
        var tracker = tracker()
        _ = tracker.deliver([fix(0), fix(1, radius: 90), .receivers(["/dev/a"])], at: clock.now)
        let recorded = verdicts.snapshot.entries(at: clock.now.uptime)
        #expect(recorded.map(\.verdict) == [.accepted, .rejected(.inaccurate(radius: 90, limit: 50))])
    }

    @Test("a verdict on a corrected time is recorded with the correction")
    func corrected() throws {
        var tracker = tracker()
        guard case .fix(var late) = fix(0) else { return }
        late.timestamp = clock.now.wallClock + .seconds(-1024 * 604_800)
        _ = tracker.deliver([.fix(late)], at: clock.now)
        let recorded = try #require(verdicts.snapshot.entries(at: clock.now.uptime).first).record(at: clock.now)
        #expect(recorded.correction?.weeks == 1024 && recorded.raw.timestamp == late.timestamp)
    }

    @Test("an accepted relocation reinstates rejected fixes")
    func relocation() {
        var tracker = tracker()
        for _ in 0..<20 { _ = tracker.deliver([fix(0)], at: clock.advance(by: .seconds(1))) }
        for place in 0..<4 { _ = tracker.deliver([fix(100_000 + place)], at: clock.advance(by: .seconds(1))) }
        let last = verdicts.snapshot.entries(at: clock.now.uptime).suffix(4)
        #expect(last.map(\.verdict.name) == ["rejected", "rejected", "rejected", "accepted"])
        #expect(last.map { $0.record(at: clock.now).isReinstated } == [true, true, true, false])
        #expect(verdicts.summary(at: clock.now.uptime) == nil)
    }

    @Test("significant rejections publish a report with its own number and a page")
    func rejections() throws {
        var tracker = tracker()
        _ = tracker.deliver([fix(0)], at: clock.now)
        let before = try #require(mailbox.dequeue()?.pending)
        #expect(before.report.rejections == nil)
        for place in 1...3 { _ = tracker.deliver([fix(place, radius: 90)], at: clock.advance(by: .seconds(1))) }
        let after = try #require(mailbox.dequeue()?.pending)
        #expect(after.report.rejections?.count == 3 && after.report.rejections?.epochs == 4)
        #expect(after.report.sequence == before.report.sequence + 1 && after.drawsPage)
        _ = tracker.deliver([fix(4, radius: 90), fix(5)], at: clock.advance(by: .seconds(1)))
        #expect(mailbox.dequeue()?.pending?.report.rejections?.count == 4)
    }

    @Test("rejections expire without new events")
    func ends() throws {
        var tracker = tracker()
        for place in 0..<5 { _ = tracker.deliver([fix(place, radius: 90)], at: clock.advance(by: .seconds(1))) }
        #expect(mailbox.dequeue()?.pending?.report.rejections != nil)
        var turns = 0
        while let deadline = tracker.deliver([], at: clock.now), turns < 100 {
            clock.advance(by: deadline - clock.now.uptime)
            turns += 1
        }
        let last = try #require(mailbox.dequeue()?.pending)
        #expect(last.report.rejections == nil)
        #expect((55...61).contains(turns), "\(turns)")
    }

    @Test("setting the clock moves what it has given, at once also without a fix, so that nothing changes its age")
    func setsClock() throws {
        var tracker = tracker()
        _ = tracker.deliver([fix(0)], at: clock.now)
        let before = try #require(mailbox.dequeueNow()?.pending?.report)
        let moment = clock.advance(by: .seconds(5))
        _ = tracker.deliver([], at: Moment(uptime: moment.uptime, wallClock: moment.wallClock + .seconds(86_400)))
        let report = try #require(mailbox.dequeueNow()?.pending?.report)
        #expect(report.received == before.received.map { $0 + .seconds(86_400) })
        #expect(report.since == before.since + .seconds(86_400) && report.integrity.since == report.since)
        #expect(report.age == .seconds(5) && report.state == .live)
    }

    @Test("the clock's synchronisation is checked each minute, and at once after it was set")
    func asksClock() {
        let asked = Mutex(0)
        var tracker = Tracker(
            settings: TrackingSettings(), lastReport: nil,
            outputs: TrackerOutputs(reports: mailbox, verdicts: verdicts),
            at: clock.now,
            isClockSynchronised: {
                asked.withLock { $0 += 1 }
                return true
            })
        var counts: [Int] = []
        for step in [0, 1, 58, 1] {
            _ = tracker.deliver([], at: clock.advance(by: .seconds(step)))
            counts.append(asked.withLock { $0 })
        }
        let moment = clock.advance(by: .seconds(1))
        _ = tracker.deliver([], at: Moment(uptime: moment.uptime, wallClock: moment.wallClock + .seconds(3600)))
        #expect(counts == [1, 1, 1, 2])
        #expect(asked.withLock { $0 } == 3)
    }
}
