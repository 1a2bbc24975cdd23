import Configuration
import Linux
import Location
import TestSupport
import Testing

@testable import Doctor

struct GPSDProbeTests {
    private func facts(_ port: UInt16) -> GPSDFacts {
        GPSDProbe.facts(GPSDAddress(host: "127.0.0.1", port: port), device: nil)
    }

    @Test("collects the facts of gpsd")
    func collects() throws {
        let gpsd = try FakeGPSD { client, _ in
            client.handshake(devices: ["/dev/a"])
            client.send(lines: [#"{"class":"TPV","device":"/dev/a","mode":2}"#, #"{"class":"SKY","nSat":5}"#])
            client.waitForEnd()
        }
        defer { gpsd.stop() }
        let heard = facts(gpsd.port)
        #expect(heard.contact == .answered && heard.position?.mode == 2 && heard.visible == 5)
    }

    @Test("a connection that ends at once is silent")
    func ends() throws {
        let gpsd = try FakeGPSD { _, _ in }
        defer { gpsd.stop() }
        #expect(facts(gpsd.port).contact == .silent)
    }

    @Test("a failed connection has its reason")
    func refused() throws {
        #expect(facts(try FreePort.tcp()).contact == .unreachable("Connection refused"))
        let address = GPSDAddress(host: "no such host")
        guard case .unreachable = GPSDProbe.facts(address, device: nil).contact else {
            Issue.record("reached")
            return
        }
    }
}
