import Access
import Basics
import HTTPServer
import Location
import Privacy
import TestSupport
import Testing

@testable import API

@Suite struct ShareFeedsTests {
    private let server: TestServer
    private let feeds: ShareFeeds
    private let share: Share

    init() throws {
        server = try TestServer()
        let shareView = ShareView(
            feed: server.feed, zones: PrivacyZones(), historyFile: nil, staleAfter: .seconds(10))
        feeds = ShareFeeds(run: "r", view: shareView)
        share = try server.controller.addShare(ShareOptions()).share
    }

    private func follow() -> EventStream {
        let stream = feeds.channel(of: share, at: server.clock.now).stream(after: nil)
        stream.start {}
        return stream
    }

    private func next(_ stream: EventStream) -> String? {
        guard case .bytes(let bytes) = stream.read(atMost: 4096) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func move() {
        var report = TestServer.live
        report.fix?.timestamp = server.clock.advance(by: .seconds(1)).wallClock
        server.feed.enqueue(report, at: server.clock.now.uptime)
        _ = server.feed.publishPending(at: server.clock.now.uptime)
        feeds.publish({ _ in share }, at: server.clock.now)
    }

    @Test("a subscriber of a share receives the report at once, and again when it changes")
    func follows() throws {
        let stream = follow()
        let first = try #require(next(stream))
        #expect(first.contains("-37.80996889"))
        #expect(!first.contains("ttyUSB0"))
        #expect(next(stream) == nil)
        feeds.publish({ _ in share }, at: server.clock.now)
        #expect(next(stream) == nil, "nothing has happened")
        move()
        #expect(next(stream)?.contains("event: report") == true)
    }

    @Test("an ended share closes its streams at once")
    func dead() {
        let stream = follow()
        feeds.publish({ _ in nil }, at: server.clock.now)
        _ = next(stream)
        guard case .end = stream.read(atMost: 100) else {
            Issue.record("the stream continues")
            return
        }
        #expect(feeds.isEmpty)
    }

    @Test("after a time without subscribers a new one receives the current report")
    func late() throws {
        let early = follow()
        early.close()
        server.feed.enqueue(Report(state: .stale, since: server.clock.now.wallClock), at: server.clock.now.uptime)
        _ = server.feed.publishPending(at: server.clock.now.uptime)
        #expect(try #require(next(follow())).contains("\"state\":\"stale\""))
    }

    @Test("a channel without subscribers is closed after a minute, but not before one connects")
    func givenUp() {
        let stream = feeds.channel(of: share, at: server.clock.now).stream(after: nil)
        feeds.publish({ _ in share }, at: server.clock.now)
        #expect(next(stream) != nil)
        server.clock.advance(by: .seconds(61))
        feeds.publish({ _ in share }, at: server.clock.now)
        #expect(feeds.isEmpty)
    }

    @Test("a subscriber that reconnects to a closed channel receives the current report")
    func comesBack() throws {
        let early = follow()
        let first = try #require(next(early))
        let id = try #require(first.split(separator: "\n").first { $0.hasPrefix("id: ") }).dropFirst(4)
        early.close()
        server.clock.advance(by: .seconds(1))
        feeds.publish({ _ in share }, at: server.clock.now)
        server.clock.advance(by: .seconds(61))
        feeds.publish({ _ in share }, at: server.clock.now)
        try #require(feeds.isEmpty)
        server.feed.enqueue(Report(state: .stale, since: server.clock.now.wallClock), at: server.clock.now.uptime)
        _ = server.feed.publishPending(at: server.clock.now.uptime)
        let again = feeds.channel(of: share, at: server.clock.now).stream(after: String(id))
        again.start {}
        #expect(next(again)?.contains("\"state\":\"stale\"") == true)
    }
}
