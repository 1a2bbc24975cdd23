import Basics
import FoundationEssentials
import GPSD
import Linux
import Location
import TestSupport
import Testing
import Tracking

@testable import Daemon

/// A source of fixes: gpsd or a recording.
protocol FixSource: Sendable {
    func run(deliver: (_ events: [ReceiverEvent], _ now: Moment) -> Duration?) throws
    func stop()
}

extension GPSDClient: FixSource {}
extension Recording: FixSource {}

/// The contract of every source of fixes, tested on each.
struct FixSourceConformanceTests {
    /// A source and the resources that end with it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (_ lines: [String]) throws -> (source: any FixSource, end: @Sendable () -> Void)
    }

    static let cases = [
        Case(testDescription: "a connection") { lines in
            let gpsd = try FakeGPSD { client, number in
                guard number == 0 else { return client.waitForEnd() }
                client.handshake(devices: ["/dev/a"])
                client.send(lines: lines)
                client.waitForEnd()
            }
            return (try GPSDClient(host: "127.0.0.1", port: gpsd.port), { gpsd.stop() })
        },
        Case(testDescription: "a recording") { lines in
            let path = FileManager.default.temporaryDirectory.path + "/whereismy-\(UUID().uuidString).json"
            let text = ([FakeGPSDClient.deviceList(["/dev/a"])] + lines).joined(separator: "\n")
            try Data(text.utf8).write(to: URL(filePath: path))
            return (Recording(path: path), { try? FileManager.default.removeItem(atPath: path) })
        },
    ]

    private static let lines = (0..<5).map { FakeGPSDClient.fix(second: $0, device: "/dev/a") }

    @Test("delivers its receivers and then each epoch once, in order", arguments: cases)
    func order(of source: Case) throws {
        let (source, end) = try source.make(Self.lines + ["garbage", Self.lines[4]])
        let running = try RunningSource(run: { try source.run(deliver: $0) }, stop: { source.stop() })
        #expect(running.log.wait { $0.fixes.count == 5 })
        running.stop()
        end()
        #expect(running.log.all.first == .receivers(["/dev/a"]))
        #expect(running.log.fixes.compactMap(\.timestamp?.iso8601) == (0..<5).map { "2026-01-01T00:00:0\($0).000Z" })
    }

    @Test("calls back at the requested time without events", arguments: cases)
    func wakes(of source: Case) throws {
        let (source, end) = try source.make([Self.lines[0], FakeGPSDClient.fix(second: 30, device: "/dev/a")])
        let log = try EventLog()
        let running = try RunningSource(
            run: { _ in
                var wanted: Duration?
                try source.run { events, now in
                    if let due = wanted, due <= now.uptime {
                        #expect(events.isEmpty)
                        log.append([.disconnected(reason: "woken")])
                        wanted = nil
                    } else if events.contains(where: { if case .fix = $0 { true } else { false } }) {
                        wanted = now.uptime + .seconds(2)
                    }
                    return wanted
                }
            }, stop: { source.stop() })
        #expect(log.wait { !$0.all.isEmpty })
        running.stop()
        end()
    }
}
