import Basics
import Linux
import Location
import Synchronization
import TestSupport
import Testing

@testable import GPSD

/// The client against a gpsd that misbehaves as real ones have done, and worse.
struct MisbehavingGPSDTests {
    private func run(
        _ script: @escaping @Sendable (borrowing FakeGPSDClient, Int) -> Void,
        timing: SessionTiming = quick(), expecting isDone: (EventLog) -> Bool
    ) throws -> EventLog {
        let gpsd = try FakeGPSD(script: script)
        let source = try RunningSource(GPSDClient(host: "127.0.0.1", port: gpsd.port, timing: timing))
        let isDoneInTime = source.log.wait(until: isDone)
        #expect(isDoneInTime, "\(source.log.all.suffix(5))")
        source.stop()
        gpsd.stop()
        return source.log
    }

    private static func quick() -> SessionTiming {
        var timing = SessionTiming()
        timing.initialBackoff = .milliseconds(5)
        timing.maxBackoff = .milliseconds(20)
        return timing
    }

    private static let elsewhere = FakeGPSDClient.fix(second: 1)

    @Test("reconnects to a gpsd that restarts")
    func restart() throws {
        let log = try run { client, number in
            client.handshake()
            client.send(lines: [FakeGPSDClient.fix(second: number)])
        } expecting: {
            $0.fixes.count >= 3
        }
        #expect(log.all.contains(.disconnected(reason: "gpsd closed the connection")))
        #expect(Set(log.fixes.compactMap(\.timestamp)).count >= 3)
    }

    @Test("waits for a gpsd that is not running yet, and reports the reason")
    func refused() throws {
        let first = try FakeGPSD { _, _ in }
        first.stop()
        let client = try GPSDClient(host: "127.0.0.1", port: first.port, timing: Self.quick())
        let source = try RunningSource(client)
        let refused = ReceiverEvent.disconnected(reason: "127.0.0.1:\(first.port): connect: Connection refused")
        #expect(source.log.wait { $0.all.contains(refused) })
        let second = try FakeGPSD(port: first.port) { client, _ in
            client.handshake()
            client.send(lines: [Self.elsewhere])
            client.waitForEnd()
        }
        #expect(source.log.wait { $0.fixes.count == 1 })
        source.stop()
        second.stop()
    }

    @Test("reports an unknown host, and retries")
    func unknownHost() throws {
        // The resolver itself rejects a label of 64 characters: no server is involved.
        let host = String(repeating: "x", count: 64)
        let client = try GPSDClient(host: host, port: 2947, timing: Self.quick())
        let source = try RunningSource(client)
        #expect(source.log.wait { $0.all.count >= 2 })
        source.stop()
        guard case .disconnected(let reason) = source.log.all.first else {
            Issue.record("expected a lost connection, not \(source.log.all)")
            return
        }
        #expect(reason.contains(host))
    }

    @Test("disconnects from a server that never greets")
    func mute() throws {
        var timing = Self.quick()
        // The second greeting comes in time on a busy machine too.
        timing.greetingTimeout = .seconds(1)
        let log = try run(
            { client, number in
                if number == 0 { return client.waitForEnd() }
                client.handshake()
                client.waitForEnd()
            }, timing: timing
        ) {
            $0.all.contains(.receivers(["/dev/ttyUSB0"]))
        }
        #expect(log.all.count == 2)
    }

    @Test("probes a silent connection, keeps it on a reply, and closes it otherwise")
    func silence() throws {
        var timing = Self.quick()
        timing.silenceLimit = .milliseconds(50)
        // The replies come in time on a busy machine too.
        timing.probeTimeout = .seconds(2)
        let log = try run(
            { client, number in
                client.handshake()
                for _ in 0..<2 {
                    guard client.receive() == GPSDSession.probeCommand else { return }
                    client.send(lines: [FakeGPSDClient.deviceList(["/dev/ttyUSB0"])])
                }
                if number == 1 { client.send(lines: [Self.elsewhere]) }
                client.waitForEnd()
            }, timing: timing
        ) {
            $0.fixes.count == 1
        }
        let beforeFix = log.all.prefix { if case .fix = $0 { false } else { true } }
        #expect(beforeFix.filter { if case .disconnected = $0 { true } else { false } }.count == 1)
    }

    @Test("a device that goes (\"activated\":0) and comes back is reported")
    func unplugged() throws {
        let log = try run { client, _ in
            client.handshake()
            client.send(lines: [
                #"{"class":"DEVICE","path":"/dev/ttyUSB0","activated":0}"#,
                #"{"class":"DEVICE","path":"/dev/ttyUSB0","activated":"2026-01-01T00:00:00.000Z"}"#,
            ])
            client.waitForEnd()
        } expecting: {
            $0.all.count >= 3
        }
        #expect(log.all == [.receivers(["/dev/ttyUSB0"]), .receivers([]), .receivers(["/dev/ttyUSB0"])])
    }

    @Test("the last epoch of a removed device precedes its removal")
    func unpluggedInEpoch() throws {
        let log = try run { client, _ in
            client.handshake()
            client.send(lines: [
                Self.elsewhere, #"{"class":"DEVICE","path":"/dev/ttyUSB0","activated":0}"#,
            ])
            client.waitForEnd()
        } expecting: {
            $0.all.last == .receivers([])
        }
        #expect(log.fixes.count == 1)
    }

    @Test("a pending epoch is flushed at the end")
    func endInEpoch() throws {
        let log = try run { client, _ in
            client.handshake()
            client.send(lines: [Self.elsewhere, FakeGPSDClient.deviceList(["/dev/ttyUSB0", "/dev/b"])])
            client.waitForEnd()
        } expecting: {
            $0.all.count == 2
        }
        #expect(log.fixes.count == 1)
    }

    @Test("a list of five devices, on which libgps loops endlessly, is parsed")
    func fiveDevices() throws {
        let paths = (0..<5).map { "/dev/ttyUSB\($0)" }
        let log = try run { client, _ in
            client.handshake(devices: paths)
            client.send(lines: [FakeGPSDClient.fix(second: 0, device: "/dev/ttyUSB4")])
            client.waitForEnd()
        } expecting: {
            $0.fixes.count == 1
        }
        #expect(log.all.first == .receivers(paths))
    }

    @Test(
        "an unreadable line costs only itself",
        arguments: [
            ("100 kB", #"{"class":"TPV","tag":"\#(String(repeating: "x", count: 100_000))"}"#),
            ("garbage", "\u{0}\u{1}\u{FFFD}{{{]]]"), ("a cut-off object", #"{"class":"TPV","mode":3,"lat":1"#),
            ("class twice", #"{"class":"TPV","mode":"x","class":"TPV"}"#),
            ("a wrong type", #"{"class":"TPV","mode":{}}"#),
            ("a broken notice", #"{"class":"DEVICES","devices":"#), ("an error", #"{"class":"ERROR","message":"?"}"#),
            ("an unknown class", #"{"class":"NEWS"}"#), ("NMEA", "$GPGGA,,,,,,0,,,,,,,,*66"),
            (
                "a sky too rich",
                #"{"class":"SKY","satellites":["# + Array(repeating: "{}", count: 300).joined(separator: ",") + "]}"
            ),
        ])
    func unreadable(name: String, line: String) throws {
        let log = try run { client, _ in
            client.handshake()
            client.send(lines: [FakeGPSDClient.fix(second: 1), line, FakeGPSDClient.fix(second: 2)])
            client.waitForEnd()
        } expecting: {
            $0.fixes.contains { $0.timestamp == Timestamp(iso8601: "2026-01-01T00:00:02Z") }
        }
        #expect(log.fixes.filter { $0.coordinate != nil }.count == 2)
        #expect(log.all.allSatisfy { if case .disconnected = $0 { false } else { true } })
    }

    @Test("a partial line waits for its rest without a busy loop")
    func halfLine() throws {
        let line = FakeGPSDClient.fix(second: 1) + "\r\n"
        let turns = Mutex(0)
        let gpsd = try FakeGPSD { client, _ in
            client.handshake()
            client.send(String(line.prefix(40)))
            _ = Poll.wait([], timeout: .milliseconds(300))
            client.send(String(line.dropFirst(40)))
            client.waitForEnd()
        }
        let client = try GPSDClient(host: "127.0.0.1", port: gpsd.port) {
            turns.withLock { $0 += 1 }
            return SystemClock.now()
        }
        let source = try RunningSource(client)
        #expect(source.log.wait { $0.fixes.count == 1 })
        source.stop()
        gpsd.stop()
        #expect(turns.withLock { $0 } < 40)
    }

    @Test("a flood arrives whole and in order")
    func flood() throws {
        let count = 3000
        let log = try run { client, _ in
            client.handshake()
            client.send(lines: (0..<count).map { FakeGPSDClient.fix(second: $0) })
            client.waitForEnd()
        } expecting: {
            $0.fixes.count == count
        }
        #expect(log.fixes.compactMap(\.timestamp) == log.fixes.compactMap(\.timestamp).sorted())
    }

    @Test("two receivers in one stream are kept apart")
    func twoReceivers() throws {
        let log = try run { client, _ in
            client.handshake(devices: ["/dev/a", "/dev/b"])
            for second in 0..<3 {
                client.send(lines: [
                    FakeGPSDClient.fix(second: second, latitude: 10, device: "/dev/a"),
                    FakeGPSDClient.fix(second: second, latitude: 20, device: "/dev/b"),
                ])
            }
            client.waitForEnd()
        } expecting: {
            $0.fixes.count == 6
        }
        for fix in log.fixes { #expect(fix.coordinate?.latitude == (fix.device == "/dev/a" ? 10 : 20)) }
    }
}

extension RunningSource {
    fileprivate convenience init(_ client: GPSDClient) throws {
        try self.init(run: { try client.run(deliver: $0) }, stop: { client.stop() })
    }
}
