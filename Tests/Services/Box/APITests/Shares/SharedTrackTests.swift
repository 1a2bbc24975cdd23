import Access
import Basics
import HTTPServer
import History
import Linux
import Location
import TestSupport
import Testing

@testable import API

/// The data that a share's track reveals to any query.
@Suite struct SharedTrackTests {
    private let server: TestServer
    private let now = ManualClock().now.wallClock

    /// Two hours until now, a fix every ten seconds, northwards.
    init() throws {
        server = try TestServer(hasHistory: true)
        let history = try SQLiteHistory(path: server.directory.file("history.db"), access: .readWrite)
        _ = try history.append(
            try (0...720).map { step in
                var fix = Fix(device: "/dev/ttyUSB0", mode: .threeDimensional)
                fix.timestamp = now + .seconds(10 * (step - 720))
                fix.coordinate = Coordinate(latitude: -38 + Double(step) * 1e-4, longitude: 144.96)
                return try #require(TrackPoint(fix, motion: .moving))
            })
    }

    private func share(_ body: String) throws -> String {
        let text = server.sendLocally("/v1/shares", .post, body: body).text
        let start = try #require(text.firstRange(of: "/share/")).lowerBound
        return String(text[start...].prefix { $0 != "\"" })
    }

    private func track(_ path: String, _ query: [String: String]) throws -> [Substring] {
        let response = server.send(path + "v1/track", query: query.map { HTTPField($0.key, $0.value) })
        guard case .stream(let stream) = response.body else {
            Issue.record("\(response.status) \(response.text)")
            return []
        }
        let bytes = try StreamReader(stream).all()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    @Test("a box or a receiver is rejected, since both would select by hidden data", arguments: ["within", "device"])
    func searching(_ name: String) throws {
        let path = try share(#"{"precision":10000,"since":"2025-12-31T00:00:00Z"}"#)
        let value = name == "within" ? "-38,144,-37.99,145" : "/dev/ttyUSB0"
        let response = server.send(path + "v1/track", query: [HTTPField(name, value)])
        #expect(response.status == .badRequest)
        #expect(response.text.contains(name))
    }

    @Test(
        "a track contains nothing before the share or within its delay, for any query",
        arguments: ["json", "lines", "geojson", "gpx", "kml", "csv"], ["", "1", "100000"])
    func stretch(_ format: String, _ tolerance: String) throws {
        // From an hour to half an hour ago: latitudes from -37.964 to -37.946.
        let begin = (now + .seconds(-3600)).iso8601
        let path = try share(#"{"delay":1800,"since":"\#(begin)"}"#)
        var query = ["format": format, "from": "1990-01-01T00:00:00Z", "to": "2090-01-01T00:00:00Z"]
        if !tolerance.isEmpty { query["simplify"] = tolerance }
        let text = try track(path, query).joined(separator: "\n")
        #expect(text.contains("-37.964"))
        #expect(text.contains("-37.946"))
        for latitude in stride(from: -38.0, to: -37.965, by: 1e-3) { #expect(!text.contains("\(latitude)")) }
        for hidden in ["-37.9459", "-37.945", "-37.94 ", "-37.928", "-37.965", "ttyUSB0"] {
            #expect(!text.contains(hidden), "\(hidden)")
        }
    }

    @Test("a period that ends before the share begins is empty")
    func outside() throws {
        let path = try share(#"{"delay":1800}"#)
        #expect(try track(path, ["format": "lines", "to": "2025-12-31T00:00:00Z"]) == [])
        #expect(try track(path, ["format": "lines", "from": now.iso8601]) == [])
    }

    @Test("a clock that is ahead does not shorten the delay")
    func ahead() throws {
        let path = try share(#"{"for":"30d","delay":1800,"since":"2025-12-31T00:00:00Z"}"#)
        server.clock.setAhead(by: .seconds(7200))
        let last = try #require(try track(path, ["format": "csv", "from": "2025-12-31T00:00:00Z"]).last)
        #expect(last.contains("-37.946") || last.contains("-37.9458"), "\(last)")
        let report = server.send(path + "v1/report").text
        #expect(report.contains("\"latitude\":-37.94"), "\(report)")
        #expect(!report.contains("-37.92"))
    }

    @Test("shares cannot use all threads for long responses, nor one of them those of the others")
    func leave() throws {
        let (path, other) = (try share("{}"), try share("{}"))
        let responses = [path, path, path, other, other].map { server.send($0 + "v1/track") }
        #expect(responses.map(\.status) == [.ok, .ok, .serviceUnavailable, .ok, .serviceUnavailable])
        #expect(server.send("/v1/track", .get, headers: try server.bearer()).status == .ok)
        if case .stream(let stream) = responses[0].body { stream.close() }
        #expect(server.send(path + "v1/track").status == .ok)
    }

    @Test("a running track is closed when its link is revoked, and continues when another one is")
    func revoked() throws {
        let streams = try (0..<2).map { _ in
            guard case .stream(let stream) = server.send(try share("{}") + "v1/track").body else { throw NoStream() }
            return stream
        }
        let last = try #require(server.controller.store.shares.last)
        try server.controller.revokeShare(last.id)
        let portions = streams.map { $0.read(atMost: 10) }
        guard case .pending = portions[0], case .failed = portions[1] else {
            Issue.record("\(portions)")
            return
        }
    }

    @Test("a running track is closed when its link expires, and that of a token when it is revoked")
    func expired() throws {
        let token = try server.bearer()
        let responses = [
            server.send(try share(#"{"for":"1m"}"#) + "v1/track"), server.send("/v1/track", .get, headers: token),
        ]
        let streams = try responses.map { response in
            guard case .stream(let stream) = response.body else { throw NoStream() }
            return stream
        }
        func isFailed(_ stream: any ByteStream) -> Bool {
            if case .failed = stream.read(atMost: 10) { true } else { false }
        }
        #expect(streams.map(isFailed) == [false, false])
        _ = server.clock.advance(by: .seconds(61))
        #expect(streams.map(isFailed) == [true, false])
        for token in server.controller.store.tokens { try server.controller.revokeToken(named: token.name) }
        #expect(streams.map(isFailed) == [true, true])
    }

    private struct NoStream: Error {}
}
