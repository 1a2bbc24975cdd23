import Basics
import Location
import Testing
import Tracks

/// Decoding restores an encoded track, as far as the format can represent it.
struct RoundTripTests {
    @Test("CSV round-trips without loss, in chunks of any size", arguments: [1, 7, 4096, 10_000_000])
    func csv(piece: Int) throws {
        let points = try Sample.drive(points: piece == 1 ? 100 : 2000)
        let harvest = Sample.read(Sample.export(points, to: CSVEncoder()), piece: piece)
        #expect(harvest.points == points)
        #expect(harvest.skipped.isEmpty && harvest.error == nil && harvest.count == points.count)
    }

    @Test("CSV preserves all enumerated values and special characters in names")
    func csvWords() throws {
        let place = try Sample.coordinate(-90, 180)
        var points: [TrackPoint] = []
        for (index, differential) in Differential.allCases.enumerated() {
            var fix = try Sample.full(place, at: Double(index), device: "a,\"b\"\"c\" é\u{FFFD}").fix
            fix.differential = differential
            fix.source = index % 2 == 0 ? .ecef : .receiver
            fix.timeSource = TimeSource.allCases[index % 3]
            fix.mode = index % 2 == 0 ? .twoDimensional : .threeDimensional
            let motion = Motion.allCases[index % 3]
            points.append(try #require(TrackPoint(fix, motion: motion, satellitesUsed: index)))
        }
        #expect(Sample.read(Sample.export(points, to: CSVEncoder()), piece: 3).points == points)
    }

    @Test("GPX round-trips all values of GPX and its extension", arguments: [1, 100, 65_536])
    func gpx(piece: Int) throws {
        let points = try Sample.drive(points: piece == 1 ? 50 : 500)
        let harvest = Sample.read(Sample.export(points, to: GPXEncoder()), piece: piece)
        #expect(harvest.skipped.isEmpty && harvest.error == nil)
        try #require(harvest.points.count == points.count)
        for (read, written) in zip(harvest.points, points) {
            #expect(read.timestamp == written.timestamp && read.coordinate == written.coordinate)
            #expect(read.fix.device == written.fix.device && read.satellitesUsed == written.satellitesUsed)
            #expect(read.fix.mode == written.fix.mode && read.fix.differential == written.fix.differential)
            #expect(read.fix.altitude == written.fix.altitude && read.fix.speed == written.fix.speed)
            #expect(read.fix.course == written.fix.course)
            #expect(read.fix.horizontalAccuracy?.radius == written.fix.horizontalAccuracy?.radius)
            #expect(read.fix.verticalAccuracy == written.fix.verticalAccuracy)
            let difference = (read.fix.ellipsoidalAltitude ?? 0) - (written.fix.ellipsoidalAltitude ?? 0)
            #expect(abs(difference) < 0.001)
        }
    }

    @Test("NMEA round-trips to the last digit", arguments: [1, 13, 65_536])
    func nmea(piece: Int) throws {
        let points = try Sample.drive(points: 300)
        let harvest = Sample.read(Sample.export(points, to: NMEAEncoder()), piece: piece)
        #expect(harvest.skipped.isEmpty && harvest.error == nil)
        try #require(harvest.points.count == points.count)
        for (read, written) in zip(harvest.points, points) {
            #expect(read.timestamp == written.timestamp)
            #expect(read.coordinate.distance(to: written.coordinate) < 0.002)
            #expect(read.satellitesUsed == written.satellitesUsed)
            #expect(read.fix.altitude == written.fix.altitude && read.fix.course == written.fix.course)
            #expect(abs((read.fix.speed ?? -1) - (written.fix.speed ?? -1)) < 0.001)
        }
    }

    @Test("GeoJSON round-trips places, times and altitudes", arguments: [1, 13, 65_536])
    func geojson(piece: Int) throws {
        let points = try Sample.drive(points: 300)
        let harvest = Sample.read(Sample.export(points, to: GeoJSONEncoder()), piece: piece)
        #expect(harvest.points.map(\.timestamp) == points.map(\.timestamp))
        #expect(harvest.points.map(\.coordinate) == points.map(\.coordinate))
        #expect(harvest.points.map(\.fix.ellipsoidalAltitude) == points.map(\.fix.ellipsoidalAltitude))
        #expect(harvest.points.allSatisfy { $0.fix.device == "/dev/ttyUSB0" })
        #expect(harvest.skipped.isEmpty && harvest.error == nil)
    }

    @Test("a simplified export is a subset of the track")
    func simplified() throws {
        let points = try Sample.drive(points: 10_000)
        let harvest = Sample.read(Sample.export(points, to: CSVEncoder(), tolerance: 20))
        #expect(harvest.count < points.count / 10 && harvest.count > 2)
        #expect(Set(points).isSuperset(of: harvest.points))
        #expect(harvest.points.first == points.first && harvest.points.last == points.last)
    }
}
