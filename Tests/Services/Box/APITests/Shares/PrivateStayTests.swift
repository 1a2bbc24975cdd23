import Access
import Basics
import HTTPServer
import History
import Location
import Privacy
import TestSupport
import Testing

@testable import API

/// What a share shows of a stay inside a privacy zone: each byte is a function of what it may show.
@Suite struct PrivateStayTests {
    /// What the owner does inside the zone; nobody else may distinguish one from another.
    enum Hidden: CaseIterable {
        case moves, stands, losesSignal, losesReceiver, regainsSignal, switchesOff
    }

    private static let (entering, leaving, end) = (8, 34, 46)
    private static let step: Duration = .seconds(10)

    private func fix(_ latitude: Double, at time: Timestamp) -> Fix {
        var fix = Fix(device: "/dev/ttyUSB0", mode: .threeDimensional)
        fix.timestamp = time
        fix.coordinate = Coordinate(latitude: latitude, longitude: 144.96)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 4, origin: .receiver)
        return fix
    }

    /// Returns the position of a step; nil if the receiver has none.
    private func latitude(_ step: Int, _ hidden: Hidden) -> Double? {
        let offset = Double(step - Self.entering)
        guard step > Self.entering, step < Self.leaving else {
            return -37.8 - (step < 20 ? -1 : 1) * 0.01 + offset * 1e-6
        }
        switch hidden {
        case .moves: return -37.8 + offset * 1e-6
        case .stands: return step % 6 == 0 ? -37.8 : nil
        case .losesSignal, .losesReceiver: return step < 12 ? -37.8 : nil
        case .regainsSignal: return step < 12 || step > 24 ? -37.8 : nil
        case .switchesOff: return nil
        }
    }

    private func shares(of server: TestServer) throws -> [String] {
        let since = (server.clock.now.wallClock + .seconds(-7200)).iso8601
        let bodies = [
            "{}", #"{"precision":10000}"#, #"{"delay":60}"#, #"{"delay":60,"precision":1000}"#,
            #"{"since":"\#(since)"}"#,
        ]
        return try bodies.map { body in
            let text = server.sendLocally("/v1/shares", .post, body: body).text
            let start = try #require(text.firstRange(of: "/share/")).lowerBound
            return String(text[start...].prefix { $0 != "\"" })
        }
    }

    /// Returns the body of a response, without the secret of the share.
    private func body(_ response: HTTPResponse, _ path: String) throws -> String {
        let headers = response.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        guard case .stream(let stream) = response.body else { return headers + response.text }
        return headers + String(decoding: try StreamReader(stream).all(), as: UTF8.self)
    }

    /// Returns all that the shares show, step by step.
    private func shownParts(_ hidden: Hidden) throws -> [String] {
        let centre = try #require(Coordinate(latitude: -37.8, longitude: 144.96))
        let zone = try #require(PrivacyZone(name: "hut", centre: centre, radius: 100))
        let server = try TestServer(
            zones: [zone], report: Report(state: .starting, since: ManualClock().now.wallClock), hasHistory: true)
        let history = try SQLiteHistory(path: server.directory.file("history.db"), access: .readWrite)
        let paths = try shares(of: server)
        let events = try paths.map { path in
            guard case .stream(let stream) = server.send(path + "v1/events").body else { throw CancellationError() }
            stream.start {}
            return stream
        }
        var report = Report(state: .starting, since: server.clock.now.wallClock)
        return try (0..<Self.end).map { step in
            let now = server.clock.advance(by: Self.step)
            // A step inside that is the same for all, so that all enter in the same minute.
            let latitude = step == Self.entering ? -37.8 : latitude(step, hidden)
            if let latitude {
                report.fix = fix(latitude, at: now.wallClock)
                report.sequence += 1
                report.age = .zero
                if report.state != .live { (report.state, report.since) = (.live, now.wallClock) }
                _ = try history.append([try #require(report.fix.flatMap { TrackPoint($0, motion: .moving) })])
                report.motion = .moving
                server.feed.enqueue(report, at: now.uptime)
            } else if report.state == .live {
                (report.state, report.since) = (.stale, now.wallClock)
                report.age = report.fix?.timestamp.map { now.wallClock - $0 }
                server.feed.enqueue(report, at: now.uptime)
            } else if hidden == .losesReceiver, step == 18 {
                report = Report(state: .noReceiver, since: now.wallClock, sequence: report.sequence)
                server.feed.enqueue(report, at: now.uptime)
            }
            _ = server.feed.publishPending(at: now.uptime)
            server.api.shareFeeds.observe(at: now)
            server.api.shareFeeds.publish(server.api.activeShare, at: now)
            var text = ""
            for (path, stream) in zip(paths, events) {
                for end in step % 5 == 0 ? ["v1/report", "static"] : ["v1/report"] {
                    text += try body(server.send(path + end), path) + "\n"
                }
                if case .bytes(let bytes) = stream.read(atMost: 1 << 16) {
                    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                    // The identifiers contain that of the share, which is random, and the number of the event.
                    text += lines.map { $0.hasPrefix("id: ") ? $0.split(separator: "-").last ?? "" : $0 }
                        .joined(separator: "\n")
                }
            }
            return text
        }
    }

    @Test("a share shows the same of a stay whatever happens in there, before, during and after it")
    func indistinguishable() throws {
        let reference = try shownParts(.moves)
        #expect(reference[Self.entering + 12].contains(#""zone":"hut""#))
        #expect(reference[Self.entering + 1] != reference[Self.entering - 1])
        for hidden in Hidden.allCases where hidden != .moves {
            let other = try shownParts(hidden)
            for step in 0..<Self.end where reference[step] != other[step] {
                Issue.record("\(hidden), step \(step):\n\(reference[step])\n---\n\(other[step])")
                break
            }
        }
    }

    @Test("a machine that is switched on inside a zone after more than a day shows only the day", arguments: [7, 8])
    func switchedOn(hour: Int) throws {
        let centre = try #require(Coordinate(latitude: -37.8, longitude: 144.96))
        let zones = PrivacyZones([try #require(PrivacyZone(name: "hut", centre: centre, radius: 100))])
        let day = try #require(Timestamp(iso8601: "2026-11-22T00:00:00Z"))
        let now = day + .seconds(hour * 3600 + 123)
        let stays = ZoneStays(zones) { _, _ in }
        var report = Report(state: .starting, since: now)
        #expect(stays.presence(after: report, at: now).stay == nil)
        report.fix = fix(-37.8, at: now)
        #expect(stays.presence(after: report, at: now).stay?.entered == day)
        #expect(stays.presence(after: report, at: now + .seconds(3600)).stay?.entered == day)
    }

    @Test("a delayed stay begins in the minute of entering, or on a day if it is older")
    func delayed() throws {
        let centre = try #require(Coordinate(latitude: -37.8, longitude: 144.96))
        let zones = PrivacyZones([try #require(PrivacyZone(name: "hut", centre: centre, radius: 100))])
        let now = ManualClock().now.wallClock
        for hours in [0, 5, 23, 40] {
            // Outside until then, inside from the next minute on.
            let entered = hours == 23 ? now + .seconds(-(23 * 60 + 30) * 60) : now + .seconds(-(hours * 60 + 90) * 60)
            let stays = ZoneStays(zones) { span, body in
                for minute in -3000...0 {
                    let time = now + .seconds(minute * 60)
                    guard span.contains(time) else { continue }
                    body(fix(time < entered ? -37.9 : -37.8, at: time), time)
                }
            }
            let stay = stays.stay(upTo: now, delay: .seconds(60))
            let dayBefore = now.milliseconds - 86_400_000
            let expected = hours == 40 ? Timestamp(milliseconds: dayBefore - dayBefore % 86_400_000) : entered
            #expect(stay?.entered == expected, "\(hours)")
            #expect(stays.stay(upTo: now + .seconds(30), delay: .seconds(60))?.entered == stay?.entered)
            #expect(stays.stay(upTo: entered + .seconds(-60), delay: .seconds(90)) == nil)
        }
    }
}
