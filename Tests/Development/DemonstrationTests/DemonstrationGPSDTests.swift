import Basics
import FoundationEssentials
import Linux
import Location
import Simulator
import Testing

@testable import Demonstration

/// True if this machine has gpsd at Debian's location.
private let hasGPSD = FileManager.default.isExecutableFile(atPath: "/usr/sbin/gpsd")

struct DemonstrationGPSDTests {
    @Test("a real gpsd accepts the simulated receiver", .enabled(if: hasGPSD, "gpsd is not installed"))
    func fixes() throws {
        let gpsd = try DemonstrationGPSD.start()
        defer { gpsd.stop() }
        let start = SystemClock.now().wallClock
        let feed = try SimulatedFeed(
            Scenario.demonstration.run(seed: 1, rate: 10, start: start), port: gpsd.receiverPort)
        defer { feed.stop() }
        var client = try WatchingClient(port: gpsd.port)
        let fixes = client.fixes(5)
        #expect(fixes.count == 5)
        let epochs = Array(Scenario.demonstration.run(seed: 1, rate: 10, start: start).prefix(600))
        for fix in fixes {
            let epoch = try #require(epochs.first { $0.time.iso8601 == fix.time })
            let place = try #require(Coordinate(latitude: fix.lat, longitude: fix.lon))
            #expect(fix.mode == 3)
            // The truncation of NMEA: half of 10 micro-minutes.
            #expect(place.distance(to: try #require(epoch.measured)) < 0.02)
            #expect(place.distance(to: epoch.truth.coordinate) < 3 * fix.eph)
            #expect(abs(fix.eph - 4.75 * (epoch.satellites?.hdop ?? 0)) < 0.05)
            #expect(abs(fix.speed - epoch.truth.speed) < 0.3)
            #expect(abs(fix.track - epoch.truth.course) < 20)
        }
        #expect(client.sky?.uSat == 8 && client.sky?.nSat == 11)
        #expect(abs((client.sky?.hdop ?? 0) - 0.85) < 0.06)
    }

    @Test(
        "it has a receiver while it runs, and uses the same port after a crash",
        .enabled(if: hasGPSD, "gpsd is not installed"))
    func restarts() throws {
        let gpsd = try DemonstrationGPSD.start()
        #expect(DemonstrationGPSD.hasReceiver(host: gpsd.host, port: gpsd.port))
        let first = gpsd.pid
        gpsd.kill()
        #expect(gpsd.pid == nil)
        #expect(!DemonstrationGPSD.hasReceiver(host: gpsd.host, port: gpsd.port))
        try gpsd.restart()
        #expect(gpsd.pid != nil && gpsd.pid != first)
        #expect(DemonstrationGPSD.hasReceiver(host: gpsd.host, port: gpsd.port))
        let start = SystemClock.uptime
        gpsd.stop()
        #expect(SystemClock.uptime - start < .seconds(5))
        #expect(!DemonstrationGPSD.hasReceiver(host: gpsd.host, port: gpsd.port))
        // Nothing is left to remove.
        #expect(!SharedMemory.remove(key: 0x4770_0000 | Int32(gpsd.port)))
    }

    @Test("a missing gpsd is an error with the fix")
    func missing() {
        let error = #expect(throws: DemonstrationError.self) {
            try GPSDProgram.find(path: "/nowhere", usual: ["/elsewhere"])
        }
        #expect(error?.description == "no gpsd in /elsewhere:/nowhere; fix: install the package gpsd")
    }

    @Test("a program that exits at once does not pass for gpsd, and its last line is in the error")
    func failing() {
        let error = #expect(throws: DemonstrationError.self) { try DemonstrationGPSD(program: "/bin/sleep") }
        #expect(error?.description.hasPrefix("gpsd was started and does not respond: ") == true)
        #expect(error?.description.contains("sleep --help") == true)
    }
}
