import Access
import Basics
import FleetStore
import HTTPServer
import Synchronization
import Testing

@testable import FleetAPI

@Suite(.enabled(if: TestFleet.isPossible)) struct FleetShareTests {
    private func make(_ fleet: TestFleet, _ body: String, as caller: TestFleet.Caller = .member) throws -> String {
        let text = try fleet.bytesUnmasked(.init("/v1/shares", method: "POST", body: body), as: caller)
        let url = try #require(text.firstMatch(of: /"url":"https:\/\/fleet\.example(\/s\/[a-z2-7]{32})\/"/)).1
        return String(url)
    }

    @Test("a link to a device shows it alone, rounded, without the receiver and its health")
    func device() throws {
        let fleet = try TestFleet()
        let link = try make(fleet, #"{"device":"a-1","precision":1000,"label":"for Ada"}"#)
        let report = try fleet.bytes(.init("\(link)/v1/report"), as: .visitor)
        #expect(report.contains(#""state":"live""#) && !report.contains("47.49997") && !report.contains("speed"))
        #expect(!report.contains("a-1") && !report.contains("a-2"))
        let event = try fleet.stream("\(link)/v1/events", as: .visitor).event()
        #expect(event.hasPrefix("event: report") && !event.contains("47.49997"))
        #expect(try fleet.bytes(.init("\(link)/v1/map"), as: .visitor).contains(#""share":{"label":"for Ada""#))
        #expect(try fleet.send(.init("\(link)/v1/devices"), as: .visitor).status == .notFound)
        #expect(try fleet.send(.init("\(link)/v1/track?within=47,8,48,9"), as: .visitor).status == .badRequest)
        #expect(try fleet.send(.init(link), as: .visitor).status == .seeOther)
        #expect(try fleet.send(.init("\(link)/"), as: .visitor).status == .ok)
    }

    @Test("the title reaches the holders of a link, and the note only the member who made it")
    func note() throws {
        let fleet = try TestFleet()
        let link = try make(fleet, #"{"device":"a-1","label":"Our van","note":"for Ada"}"#)
        #expect(try fleet.bytes(.init("\(link)/v1/map"), as: .visitor).contains(#""share":{"label":"Our van""#))
        for path in ["/", "/v1/map", "/v1/report", "/qr.svg"] {
            #expect(try !fleet.bytes(.init(link + path), as: .visitor).contains("Ada"), "\(path)")
        }
        #expect(try fleet.bytesUnmasked(.init("/v1/shares"), as: .member).contains(#""note":"for Ada""#))
    }

    @Test("a long response goes on while its link is there, and ends with the next check after that")
    func lease() throws {
        let fleet = try TestFleet(), hash = SecretHash(fleet.links.device)
        let share = try #require(try FleetAccess(TestFleet.connect(fleet.database)).share(of: hash, at: fleet.now))
        let seconds = Mutex(0), now = fleet.now
        let clock: @Sendable () -> Moment = {
            Moment(uptime: .seconds(seconds.withLock { $0 }), wallClock: now)
        }
        let lease = CredentialLease(.link(hash), .share(share), services: fleet.api.shares.services, clock: clock)
        seconds.withLock { $0 = 6 }
        #expect(lease.isValid)
        let ended = try fleet.send(.init("/v1/shares/\(share.name)", method: "DELETE"), as: .member)
        #expect(ended.status == .noContent)
        seconds.withLock { $0 = 10 }
        #expect(lease.isValid)
        seconds.withLock { $0 = 11 }
        #expect(!lease.isValid)
    }

    @Test("a link has its QR code as an image")
    func code() throws {
        let fleet = try TestFleet()
        let link = try make(fleet, #"{"device":"a-1"}"#)
        let response = try fleet.bytes(.init("\(link)/qr.svg"), as: .visitor)
        #expect(response.contains("<svg xmlns=") && response.contains("<path stroke="))
    }

    @Test("the trail of a link begins when it was made, or when its owner says")
    func track() throws {
        let fleet = try TestFleet()
        let (recent, whole) = try (
            make(fleet, #"{"device":"a-1"}"#), make(fleet, #"{"device":"a-1","since":"2020-01-01T00:00:00Z"}"#)
        )
        let counts = try [recent, whole].map { link in
            try fleet.bytes(.init("\(link)/v1/track?from=2020-01-01&format=lines"), as: .visitor).ranges(of: "latitude")
                .count
        }
        #expect(counts == [0, 150])
    }

    @Test("who reads the track of one link slowly keeps it from no other link")
    func slowReader() throws {
        let fleet = try TestFleet()
        let links = try (0..<2).map { _ in try make(fleet, #"{"device":"a-1","since":"2020-01-01T00:00:00Z"}"#) }
        func send(_ link: Int) throws -> HTTPResponse {
            try fleet.send(.init("\(links[link])/v1/track?from=2020-01-01"), as: .visitor)
        }
        let slow = try (0..<3).map { _ in try send(0) }
        #expect(slow.map(\.status) == [.ok, .ok, .serviceUnavailable])
        #expect(try send(1).status == .ok)
        withExtendedLifetime(slow) {}
    }

    @Test("a link with a delay shows the position before it")
    func delay() throws {
        let fleet = try TestFleet()
        let link = try make(fleet, #"{"device":"a-1","since":"2020-01-01T00:00:00Z","delay":3600}"#)
        let report = try fleet.bytes(.init("\(link)/v1/report"), as: .visitor)
        #expect(report.contains("47.4964") && !report.contains("47.49997"))
        #expect(try !fleet.bytes(.init("\(link)/v1/track?from=2020-01-01"), as: .visitor).contains("47.49997"))
    }

    @Test("a link to a team shows the newest positions of its devices, and no past")
    func team() throws {
        let fleet = try TestFleet()
        let link = try make(fleet, #"{"team":"a"}"#)
        let list = try fleet.bytes(.init("\(link)/v1/devices"), as: .visitor)
        #expect(list.ranges(of: #""name":"#).count == 2 && !list.contains("isOnline") && !list.contains("status"))
        #expect(try fleet.stream("\(link)/v1/events", as: .visitor).event().hasPrefix("event: devices"))
        #expect(try fleet.send(.init("\(link)/v1/track"), as: .visitor).status == .notFound)
    }

    @Test("an ended link is as unknown as any, and its streams end")
    func revocation() throws {
        let fleet = try TestFleet()
        let link = try make(fleet, #"{"device":"a-1"}"#)
        let stream = try fleet.stream("\(link)/v1/events", as: .visitor)
        #expect(try stream.event().hasPrefix("event: report"))
        let list = try fleet.bytesUnmasked(.init("/v1/shares"), as: .member)
        let name = try #require(list.firstMatch(of: /"id":"([0-9a-f]{10})"/)).1
        #expect(try fleet.send(.init("/v1/shares/\(name)", method: "DELETE"), as: .newestOnly).status == .notFound)
        #expect(try fleet.send(.init("/v1/shares/\(name)", method: "DELETE"), as: .member).status == .noContent)
        #expect(throws: TestFailureError.self) { while true { _ = try stream.event() } }
        let gone = try ["\(link)/", "\(link)/v1/report", "/s/unknown/"].map {
            try fleet.send(.init($0), as: .visitor).status
        }
        #expect(gone == [.gone, .gone, .gone])
    }

    @Test("a link ends with the role of the member who made it, and works again with it")
    func lostRole() throws {
        let fleet = try TestFleet()
        let link = try make(fleet, #"{"device":"a-1","precision":1000}"#)
        let stream = try fleet.stream("\(link)/v1/events", as: .visitor)
        try fleet.administration().setRole(.history, of: "ada", inTeam: "a", at: fleet.now)
        #expect(try fleet.send(.init("\(link)/v1/report"), as: .visitor).status == .gone)
        let unsupported = try fleet.send(.init("\(link)/v1/report", method: "DELETE"), as: .visitor)
        #expect(unsupported.status == .methodNotAllowed)
        #expect(throws: TestFailureError.self) { while true { _ = try stream.event() } }
        try fleet.administration().setRole(.share, of: "ada", inTeam: "a", at: fleet.now)
        #expect(try fleet.send(.init("\(link)/v1/report"), as: .visitor).status == .ok)
    }

    @Test("only a role that permits it makes a link")
    func roles() throws {
        let fleet = try TestFleet()
        let statuses = try [
            #"{"device":"a-1"}"#, #"{"team":"a"}"#, #"{"device":"secret-van"}"#, "{}", #"{"device":"a-1","for":"x"}"#,
        ].map {
            try fleet.send(.init("/v1/shares", method: "POST", body: $0), as: .newestOnly).status
        }
        #expect(statuses == [.forbidden, .forbidden, .notFound, .badRequest, .badRequest])
    }
}
