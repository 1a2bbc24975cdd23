import GPSD
import Glibc
import Linux
import Location
import Testing

@testable import Simulator

struct EncodingTests {
    @Test(
        "gpsd's lines, decoded as a recording, yield the same fixes",
        arguments: ["city", "parked-honest", "city-nospeed", "frozen", "rollover", "pole", "antimeridian", "ferry"])
    func readBack(name: String) throws {
        let epochs = Array(try #require(Scenario.named(name)).run(seed: 9).prefix(1500))
        let path = "/tmp/whereismy-simulated-\(UInt64.random(in: 0 ... .max))"
        // The path is passed as a C string for the duration of the call.
        defer { unsafe unlink(path) }
        let bytes = ScenarioEpoch.greeting + epochs.flatMap(\.gpsd)
        try AtomicFile.replace(path, with: bytes, mode: 0o600)
        var receivers: [String] = []
        var fixes: [Fix] = []
        try Recording(path: path).run { events, _ in
            for event in events {
                if case .fix(let fix) = event { fixes.append(fix) }
                if case .receivers(let list) = event { receivers = list }
            }
            return nil
        }
        #expect(receivers == ["/dev/ttyACM0"])
        let sent = epochs.compactMap(\.fix)
        #expect(fixes.count == sent.count)
        for (read, sent) in zip(fixes, sent) { #expect(read == comparable(sent, to: read)) }
    }

    /// A radius close to HDOP times a constant decodes as gpsd's own; ECEF may be absent.
    private func comparable(_ sent: Fix, to read: Fix) -> Fix {
        var fix = sent
        if let radius = fix.horizontalAccuracy?.radius, let origin = read.horizontalAccuracy?.origin {
            fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: origin)
        }
        if read.ecefPosition == nil { fix.ecefPosition = nil }
        if read.ecefVelocity == nil { fix.ecefVelocity = nil }
        return fix
    }

    @Test("ECEF is correct on the axes and at the poles")
    func earthCentred() throws {
        let equator = try #require(Coordinate(latitude: 0, longitude: 90))
        let vector = try #require(ECEFVector(equator, height: 100))
        #expect(abs(vector.x) < 1e-6 && abs(vector.y - 6_378_237) < 1e-6 && abs(vector.z) < 1e-6)
        let pole = try #require(Coordinate(latitude: -90, longitude: 0))
        // The polar radius of WGS 84: TR8350.2, table 3.3.
        #expect(abs(try #require(ECEFVector(pole, height: 0)).z + 6_356_752.3142) < 1e-3)
        let velocity = try #require(ECEFVector(north: 3, east: 4, at: equator))
        #expect(abs(velocity.x + 4) < 1e-9 && abs(velocity.y) < 1e-9 && abs(velocity.z - 3) < 1e-9)
    }

    @Test("sentences contain the position or report that there is none")
    func sentences() throws {
        let epochs = Array(try #require(Scenario.named("ferry")).run(seed: 1))
        let first = String(decoding: try #require(epochs.first).nmea, as: UTF8.self)
        #expect(first.contains(",A,5405.54") && first.contains("$GPGGA,080000.000,"))
        let dark = try #require(epochs.first { $0.fix?.mode == FixMode.none })
        #expect(String(decoding: dark.nmea, as: UTF8.self).contains(",V,,,,,,,150326,,,N*"))
    }

    @Test("the ground truth is one line of JSON per epoch")
    func truth() throws {
        let epoch = try #require(Scenario.named("walk")?.run(seed: 1).first { $0.truth.isMoving })
        let line = String(decoding: epoch.truthLine, as: UTF8.self)
        #expect(line.hasPrefix("{\"class\":\"TRUTH\",\"time\":\"2026-03-15T08:01:"))
        #expect(line.contains("\"motion\":\"moving\"") && line.hasSuffix("}\r\n"))
    }
}

extension ECEFVector {
    /// The position at a height in metres above the ellipsoid.
    init?(_ coordinate: Coordinate, height: Double) {
        self.init(GeodeticPosition(coordinate: coordinate, ellipsoidalAltitude: height))
    }
}
