import Basics
import HTTPServer
import Linux
import Location
import Privacy
import TestSupport
import Testing

@testable import API

struct LivePublisherTests {
    @Test("with a privacy zone each report is followed from the start, without viewers")
    func followsFromStart() throws {
        let centre = try #require(Coordinate(latitude: 52, longitude: 13))
        let server = try TestServer(zones: [try #require(PrivacyZone(name: "Home", centre: centre, radius: 300))])
        let publisher = try LivePublisher(server.api) { [clock = server.clock] in clock.now }
        defer { publisher.stop() }
        // It has not started, so that it is no subscriber.
        let stream = server.feed.channel.stream(after: nil)
        _ = stream.read(atMost: 4096)
        server.feed.enqueue(TestServer.live, at: server.clock.advance(by: .seconds(1)).uptime)
        let (deadline, pause) = (SystemClock.uptime + .seconds(5), try WakeSignal())
        var isPublished = false
        while !isPublished, SystemClock.uptime < deadline {
            if case .bytes = stream.read(atMost: 4096) { isPublished = true }
            _ = Poll.wait([pause.interest], timeout: .milliseconds(2))
        }
        #expect(isPublished)
    }
}
