import Basics
import HTTPServer
import Linux
import Location
import Synchronization
import Testing

@testable import API

@Suite struct LiveFeedTests {
    private func report(_ sequence: UInt64) -> Report {
        Report(state: .noFix, since: Timestamp(milliseconds: 0), sequence: sequence)
    }

    private func next(_ stream: EventStream) -> String? {
        guard case .bytes(let bytes) = stream.read(atMost: 4096) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("a new subscriber receives the current report at once, then new ones, each with its identifier")
    func follows() throws {
        let feed = try LiveFeed(report(1), run: "r", at: .zero)
        let stream = feed.channel.stream(after: nil)
        let woken = Mutex(0)
        stream.start { woken.withLock { $0 += 1 } }
        #expect(next(stream)?.hasPrefix("id: r-1\nevent: report\ndata: {\"state\":\"no-fix\"") == true)
        #expect(next(stream) == nil)
        feed.enqueue(report(2), at: .seconds(1))
        #expect(feed.publishPending(at: .seconds(1)) == .seconds(15))
        #expect(woken.withLock { $0 } == 1)
        #expect(next(stream)?.contains("\"sequence\":2") == true)
        stream.close()
        feed.enqueue(report(3), at: .seconds(2))
        #expect(feed.publishPending(at: .seconds(2)) == nil)
        #expect(woken.withLock { $0 } == 1)
    }

    @Test("subscribers receive a heartbeat every 15 seconds; without any there is no timer")
    func heartbeat() throws {
        let feed = try LiveFeed(report(1), run: "r", at: .zero)
        #expect(feed.publishPending(at: .seconds(60)) == nil)
        let stream = feed.channel.stream(after: nil)
        stream.start {}
        _ = next(stream)
        #expect(feed.publishPending(at: .seconds(61)) == .seconds(76))
        #expect(next(stream) == ": heartbeat\n\n")
        #expect(next(stream) == nil)
        #expect(feed.publishPending(at: .seconds(70)) == .seconds(76))
        #expect(next(stream) == nil)
        #expect(feed.publishPending(at: .seconds(76)) == .seconds(91))
        #expect(next(stream) == ": heartbeat\n\n")
    }

    @Test("a report replaces one that is not published yet")
    func newest() throws {
        let feed = try LiveFeed(report(1), run: "r", at: .zero)
        let stream = feed.channel.stream(after: "r-1")
        stream.start {}
        for sequence in 2...9 { feed.enqueue(report(UInt64(sequence)), at: .seconds(1)) }
        _ = feed.publishPending(at: .seconds(1))
        #expect(next(stream)?.contains("\"sequence\":9") == true)
        #expect(next(stream) == nil)
    }

    @Test("without a subscriber only one report in sixty wakes the thread; a client that reconnects receives them all")
    func unfollowed() throws {
        let feed = try LiveFeed(report(1), run: "r", at: .zero)
        let isWoken = { Poll.wait([feed.wakeSignal.interest], timeout: .zero)[0] }
        for sequence in 2...60 { feed.enqueue(report(UInt64(sequence)), at: .seconds(sequence)) }
        #expect(!isWoken())
        #expect(feed.report(at: .seconds(60)).sequence == 60)
        feed.enqueue(report(61), at: .seconds(61))
        #expect(isWoken())
        #expect(feed.publishPending(at: .seconds(61)) == nil)
        feed.enqueue(report(62), at: .seconds(62))
        #expect(!isWoken())
        let stream = feed.stream(after: "r-2", authorization: nil)
        stream.start {}
        for sequence in 3...62 { #expect(next(stream)?.hasPrefix("id: r-\(sequence)\n") == true) }
        #expect(next(stream) == nil)
        #expect(isWoken() && feed.publishPending(at: .seconds(62)) != nil)
        feed.enqueue(report(63), at: .seconds(63))
        #expect(isWoken())
    }

    @Test("a report that comes while others are published for a first subscriber wakes the thread")
    func duringPublication() throws {
        let feed = try LiveFeed(report(1), run: "r", at: .zero)
        feed.enqueue(report(2), at: .seconds(1))
        let stream = feed.channel.stream(after: "r-1")
        stream.start { [report = report(3)] in feed.enqueue(report, at: .seconds(2)) }
        _ = feed.publishPending(at: .seconds(2))
        #expect(next(stream)?.contains("\"sequence\":2") == true)
        #expect(Poll.wait([feed.wakeSignal.interest], timeout: .zero)[0])
        _ = feed.publishPending(at: .seconds(3))
        #expect(next(stream)?.contains("\"sequence\":3") == true)
        stream.close()
    }

    @Test("a report wakes the thread without a subscriber if each is to be followed")
    func followed() throws {
        let feed = try LiveFeed(report(1), run: "r", at: .zero)
        #expect(feed.publishPending(at: .zero, isFollowed: true) == nil)
        feed.enqueue(report(2), at: .seconds(1))
        #expect(Poll.wait([feed.wakeSignal.interest], timeout: .zero)[0])
    }

    @Test(
        "an identifier of another run is ignored", arguments: ["other-1", "r-", "r-x", "", "r-99999999999999999999"])
    func otherRun(_ id: String) throws {
        let feed = try LiveFeed(report(1), run: "r", at: .zero)
        let stream = feed.channel.stream(after: id)
        #expect(next(stream)?.hasPrefix("id: r-1\n") == true)
    }

    @Test("the position now is that at the time of the request, for 5 s after the fix")
    func now() throws {
        var report = Report(state: .live, since: Timestamp(milliseconds: 0))
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: 48, longitude: 11)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 4, origin: .estimate)
        (fix.speed, fix.course) = (20, 0)
        (report.fix, report.motion, report.age) = (fix, .moving, .zero)
        report.now = CurrentPosition(report, bridging: .milliseconds(200), at: Timestamp(milliseconds: 200))
        let feed = try LiveFeed(report, run: "r", at: .seconds(100))
        let later = feed.report(at: .seconds(101))
        #expect(later.now?.bridged == .milliseconds(1200) && later.now?.time == Timestamp(milliseconds: 1200))
        #expect(
            later.now.flatMap { now in later.fix?.coordinate?.distance(to: now.coordinate) }.map { abs($0 - 24) < 0.01 }
                == true)
        #expect(String(decoding: feed.json(at: .seconds(101)).bytes, as: UTF8.self).contains("\"bridged\":1.2"))
        #expect(feed.report(at: .milliseconds(104_900)).now == nil)
    }

    @Test("the report has its age at the time of the request")
    func age() throws {
        var old = report(1)
        old.age = .seconds(3)
        let feed = try LiveFeed(old, run: "r", at: .seconds(100))
        #expect(feed.report(at: .seconds(104)).age == .seconds(7))
        #expect(String(decoding: feed.json(at: .seconds(105)).bytes, as: UTF8.self).contains("\"age\":8"))
    }

    @Test("closing ends every stream")
    func closing() throws {
        let feed = try LiveFeed(report(1), run: "r", at: .zero)
        let stream = feed.channel.stream(after: nil)
        stream.start {}
        feed.channel.close()
        guard case .end = stream.read(atMost: 100) else {
            Issue.record("the stream continues")
            return
        }
    }
}

@Suite struct LivePlacesTests {
    @Test("a place event is an event of its own, followed by a report")
    func recorded() throws {
        let feed = try LiveFeed(Report(state: .live, since: Timestamp(milliseconds: 0)), run: "r", at: .zero)
        let stream = feed.channel.stream(after: "r-1")
        stream.start {}
        var report = Report(state: .live, since: Timestamp(milliseconds: 0), sequence: 7)
        report.inside = ["Home"]
        feed.enqueue(report, at: .seconds(1))
        let moment = Timestamp(milliseconds: 0)
        feed.publish(PlaceEvent(.enter, place: "Home", moment: moment, since: moment), at: .seconds(1))
        var text = ""
        while case .bytes(let bytes) = stream.read(atMost: 4096) { text += String(decoding: bytes, as: UTF8.self) }
        #expect(text.hasPrefix("id: r-2\nevent: place\ndata: {\"event\":\"enter\",\"place\":\"Home\""))
        #expect(text.contains("id: r-3\nevent: report\ndata: {") && text.contains(#""inside":["Home"]"#))
        #expect(feed.publishPending(at: .seconds(1)) != nil)
        guard case .bytes(let bytes) = feed.channel.stream(after: nil).read(atMost: 4096) else {
            Issue.record("a new client receives nothing")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("id: r-3\nevent: report"))
    }
}
