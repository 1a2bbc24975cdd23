import Access
import FleetProtocol
import FleetStore
import Linux
import QRCode
import Synchronization
import TestSupport
import Testing

@testable import FleetAPI
@testable import HTTPServer

/// A request of a test; its path may have the marks `{device-link}`, `{team-link}`, `{own-share}` and `{other-share}`.
struct TestRequest {
    let path: String
    let method: String
    var query: [HTTPField]
    let body: String

    init(_ target: String, method: String = "GET", query: [HTTPField] = [], body: String = "") {
        let parts = target.split(separator: "?", maxSplits: 1)
        path = String(parts[0])
        self.method = method
        let inTarget = parts.dropFirst().flatMap { $0.split(separator: "&") }.map { argument in
            let pair = argument.split(separator: "=", maxSplits: 1)
            return HTTPField(String(pair[0]), pair.count > 1 ? String(pair[1]) : "")
        }
        self.query = inTarget + query
        self.body = body
    }

    /// Returns true if the request has a text itself, so that a response may repeat it.
    func mentions(_ text: String) -> Bool {
        path.contains(text) || body.contains(text) || query.contains { $0.value.contains(text) }
    }
}

extension TestFleet {
    /// Sends a request and waits for the response.
    ///
    /// Without an address, it comes from one of its own, so that the limit of failures hides nothing.
    func send(
        _ request: TestRequest, as caller: Caller, headers: [HTTPField] = [], from address: String? = nil
    ) throws -> HTTPResponse {
        let credentials = self.headers(of: caller).map { HTTPField($0.0, $0.1) }
        let type = request.body.isEmpty ? [] : [HTTPField("Content-Type", "application/json")]
        return try respond(
            isFromProxy: caller == .proxy,
            HTTPRequest(
                method: HTTPMethod(rawValue: request.method), path: filled(request.path), query: request.query,
                headers: [HTTPField("Host", "fleet.example")] + credentials + type + headers,
                body: Array(request.body.utf8),
                origin: caller == .proxy ? .local : .network(address: address ?? unusedAddress)))
    }

    private var unusedAddress: String {
        let number = requests.wrappingAdd(1, ordering: .relaxed).newValue
        return "198.\(18 + number >> 16 & 1).\(number >> 8 & 255).\(number & 255)"
    }

    /// Returns the response to a request, also if it is deferred.
    func respond(isFromProxy: Bool = false, _ request: HTTPRequest) throws -> HTTPResponse {
        let response = api.respond(to: request, isFromProxy: isFromProxy)
        guard case .deferred(let deferred) = response.body else { return response }
        let arrival = try WakeSignal()
        deferred.onSend { arrival.signal() }
        try #require(Poll.wait([arrival.interest], timeout: .seconds(20)) == [true])
        return try #require(deferred.take())
    }

    /// Sends a request; returns the status, the headers and the content as text, of a stream of events the first.
    func bytesUnmasked(_ request: TestRequest, as caller: Caller, headers: [HTTPField] = []) throws -> String {
        let response = try send(request, as: caller, headers: headers)
        let headers = response.headers.map { "\($0.name): \($0.value)" }.sorted().joined(separator: "\n")
        return try "\(response.status.rawValue)\n\(headers)\n\n\(content(of: response))"
    }

    /// Returns the same without new secrets and identifiers, which are random, and codes with such secrets.
    func bytes(_ request: TestRequest, as caller: Caller, headers: [HTTPField] = []) throws -> String {
        let text = try bytesUnmasked(request, as: caller, headers: headers).replacing(/[a-z2-7]{32}/, with: "SECRET")
            .replacing(/"id":"[0-9a-f]{10}"/, with: "ID").replacing(shareNames.own, with: "OWN")
        guard request.path.hasSuffix("/qr.svg") else { return text }
        return try [links.device, links.team].reduce(text) { text, secret in
            text.replacing(try QRCode("https://fleet.example/s/\(secret.text)/").svg, with: "CODE")
        }
    }

    private func content(of response: HTTPResponse) throws -> String {
        switch response.body {
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .deferred: throw TestFailureError()
        case .stream(let stream):
            if response.headers.contains(where: { $0.value == "text/event-stream" }) {
                try EventReader(stream).event()
            } else {
                String(decoding: try StreamReader(stream).all(), as: UTF8.self)
            }
        }
    }

    /// Opens a stream of events.
    func stream(_ path: String, as caller: Caller) throws -> EventReader {
        guard case .stream(let stream) = try send(TestRequest(path), as: caller).body else { throw TestFailureError() }
        return try EventReader(stream)
    }

    private func filled(_ path: String) -> String {
        path.replacing("{device-link}", with: links.device.text).replacing("{team-link}", with: links.team.text)
            .replacing("{own-share}", with: shareNames.own).replacing("{other-share}", with: shareNames.other)
    }
}

/// Thrown where a test cannot go on.
struct TestFailureError: Error {}

/// Reads the events of a stream one by one.
final class EventReader: Sendable {
    private let stream: any ByteStream
    private let woken: WakeSignal
    private let rest = EventText()

    init(_ stream: any ByteStream) throws {
        self.stream = stream
        woken = try WakeSignal()
        stream.start { self.woken.signal() }
    }

    deinit { stream.close() }

    /// Returns the next event without comments; waits for 20 s.
    ///
    /// - Throws: ``TestFailureError`` at the end of the stream.
    func event() throws -> String {
        let deadline = SystemClock.uptime + .seconds(20)
        while SystemClock.uptime < deadline {
            if let event = rest.next() { return event }
            woken.clear()
            switch stream.read(atMost: 65_536) {
            case .bytes(let bytes): rest.append(bytes)
            case .pending: _ = Poll.wait([woken.interest], timeout: .seconds(1))
            case .end, .failed: throw TestFailureError()
            }
        }
        throw TestFailureError()
    }

    /// Returns the events up to the next one that begins with a text.
    ///
    /// - Throws: ``TestFailureError`` at the end of the stream.
    func events(until beginning: String) throws -> [String] {
        var events = [try event()]
        while events.last?.hasPrefix(beginning) == false { events.append(try event()) }
        return events
    }
}
