import Linux
import Location
import TestSupport
import Testing

@testable import GPSD

struct WakingTests {
    @Test("a reader is woken without events, as often as requested")
    func wake() throws {
        let gpsd = try FakeGPSD { client, _ in
            client.handshake()
            client.waitForEnd()
        }
        let client = try GPSDClient(host: "127.0.0.1", port: gpsd.port)
        let log = try EventLog()
        let running = try RunningSource(
            run: { _ in
                var isConnected = false
                try client.run { events, _ in
                    if isConnected, events.isEmpty { log.append([.disconnected(reason: "woken")]) }
                    if !events.isEmpty { isConnected = true }
                    log.append(events)
                    return nil
                }
            }, stop: { client.stop() })
        #expect(log.wait { !$0.all.isEmpty })
        for count in 1...3 {
            client.wake()
            #expect(log.wait { $0.all.count { $0 == .disconnected(reason: "woken") } == count })
        }
        running.stop()
        gpsd.stop()
    }
}
