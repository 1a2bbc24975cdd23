import Basics
import Delivery
import Linux
import Location
import TestSupport
import Testing

/// The publisher with a server that answers as the test wants it.
struct HTTPDeliveryTests {
    private static let count = 500
    private static let accepted = FakeHTTPResponse.status(200, #"{"result":"ok"}"#)

    private func publisher(_ server: FakeHTTPServer, _ form: String = "overland") throws -> RunningPublisher {
        try RunningPublisher(to: server.address, ["format = \(form)"], seconds: 0..<Self.count)
    }

    private func hasAll(_ requests: [FakeHTTPRequest]) -> Bool { Set(requests.taken).count == Self.count }

    @Test("every fix arrives once, also what is recorded later", arguments: ["overland", "owntracks"])
    func delivers(form: String) throws {
        let server = try FakeHTTPServer { _, _ in Self.accepted }
        let publisher = try publisher(server, form)
        #expect(server.wait(until: hasAll))
        try publisher.record(Self.count..<Self.count + 10)
        #expect(server.wait { Set($0.taken).count == Self.count + 10 })
        let cursor = try #require(try publisher.finish())
        #expect(server.requests.taken.sorted() == Array(0..<Self.count + 10))
        #expect(cursor.second == Self.count + 9 && cursor.isFinal)
        #expect(publisher.log.isEmpty)
    }

    @Test(
        "a failure is no delivery: every fix arrives once, and the failure is named once",
        arguments: [
            .status(500, ""), .status(502, "<html>"), .status(429, ""), .status(200, "<html>Log in</html>"),
            .status(302, ""), .status(401, ""), .status(404, ""),
        ] as [FakeHTTPResponse])
    func fails(answer: FakeHTTPResponse) throws {
        let server = try FakeHTTPServer { number, _ in number < 3 ? answer : Self.accepted }
        let publisher = try publisher(server)
        #expect(server.wait(until: hasAll))
        #expect(try publisher.finish()?.second == Self.count - 1)
        #expect(server.requests.filter { $0.answer == Self.accepted }.taken.sorted() == Array(0..<Self.count))
        #expect(publisher.log.count { $0.contains("nothing is lost") } == 1)
        #expect(publisher.rejectedCount == 0)
    }

    @Test("what a lost answer was about is sent again", arguments: [FakeHTTPResponse.lost, .half])
    func lostAnswers(answer: FakeHTTPResponse) throws {
        let server = try FakeHTTPServer { number, _ in number % 3 == 1 ? answer : Self.accepted }
        let publisher = try publisher(server)
        #expect(server.wait { Set($0.filter { $0.answer == Self.accepted }.taken).count == Self.count })
        #expect(try publisher.finish()?.second == Self.count - 1)
        #expect(server.requests.filter { $0.answer == Self.accepted }.taken.sorted() == Array(0..<Self.count))
    }

    @Test("a batch that is too large is divided, and a fix that is rejected alone is set aside")
    func divides() throws {
        let server = try FakeHTTPServer { _, body in
            let fixes = seconds(in: body)
            if fixes.count > 20 { return .status(413, "") }
            return fixes.contains(123) ? .status(422, "") : Self.accepted
        }
        let publisher = try publisher(server)
        #expect(server.wait { Set($0.taken).count == Self.count - 1 && $0.contains { seconds(in: $0.body) == [123] } })
        #expect(try publisher.finish()?.second == Self.count - 1)
        #expect(server.requests.taken.sorted() == (0..<Self.count).filter { $0 != 123 })
        #expect(publisher.rejectedCount == 1)
        #expect(publisher.log.count { $0.contains("set aside") } == 1)
    }

    @Test(
        "an event that a collector does not know is said and forgotten, and one that it refuses otherwise is set aside",
        arguments: [(#"event: unknown value \"trusted\", expected enter, leave"#, 0), ("since: missing", 1)])
    func refusedEvents(reason: String, setAside: Int) throws {
        let server = try FakeHTTPServer { _, body in
            let isEvent = String(decoding: body, as: UTF8.self).contains("\"event\"")
            return isEvent ? .status(400, #"{"rejected":"line 1: \#(reason)"}"#) : .status(200, #"{"stored":1}"#)
        }
        let secrets = try ScratchDirectory()
        let token = secrets.file("token")
        try AtomicFile.replace(token, with: Array("0123456789abcdef0123456789abcdef".utf8), mode: 0o600)
        let publisher = try RunningPublisher(
            to: server.address, ["format = fleet", "token-file = \(token)"], seconds: 0..<1)
        let moment = Timestamp(milliseconds: (RunningPublisher.start + 1) * 1000)
        try publisher.record(PlaceEvent(.trusted, place: PlaceEvent.receiver, moment: moment, since: moment))
        #expect(server.wait { $0.contains { String(decoding: $0.body, as: UTF8.self).contains("\"event\"") } })
        _ = try publisher.finish()
        #expect(publisher.rejectedCount == setAside)
        #expect(publisher.log.count { $0.contains("upgrade the server") } == 1 - setAside)
        #expect(publisher.log.count { $0.contains("set aside") } == setAside)
    }

    @Test("a server that is away for a while gets everything from where it was")
    func serverAway() throws {
        let server = try FakeHTTPServer { number, _ in number == 0 ? Self.accepted : .lost }
        let publisher = try publisher(server)
        #expect(server.wait { $0.count > 3 })
        #expect(publisher.problem != nil)
        server.script = { _, _ in Self.accepted }
        #expect(server.wait { Set($0.filter { $0.answer == Self.accepted }.taken).count == Self.count })
        #expect(try publisher.finish()?.second == Self.count - 1)
    }
}
