import Basics
import Location
import Testing
import Tracks

/// Decoding restores an encoded track, as far as the format can represent it.
struct RoundTripTests {
    @Test("CSV round-trips without loss, in chunks of any size", arguments: [1, 7, 4096, 10_000_000])
    func csv(chunkSize: Int) throws {
        let points = try Sample.drive(points: chunkSize == 1 ? 100 : 2000)
        let track = Sample.read(Sample.export(points, to: CSVEncoder()), chunkSize: chunkSize)
        #expect(track.points == points)
        #expect(track.skipped.isEmpty && track.error == nil && track.count == points.count)
    }

    @Test("JSON and JSON lines round-trip without loss", arguments: [1, 7, 65_536])
    func json(chunkSize: Int) throws {
        let points = try Sample.drive(points: chunkSize == 1 ? 100 : 1000)
        for encoder in [JSONListEncoder() as any TrackEncoder, JSONLinesEncoder()] {
            let track = Sample.read(Sample.export(points, to: encoder), chunkSize: chunkSize)
            #expect(track.points == points)
            #expect(track.skipped.isEmpty && track.error == nil)
        }
    }

    @Test("a claim of a contradicted receiver stays one in every format that can mark it, and is none in NMEA")
    func levels() throws {
        let points = try Sample.drive(points: 30).enumerated().map { index, point in
            try #require(
                TrackPoint(
                    point.fix, motion: point.motion, satellitesUsed: point.satellitesUsed,
                    integrity: [.nominal, .doubtful, .contradicted][index / 10]))
        }
        let levels = points.map(\.integrity)
        let encoders: [any TrackEncoder] = [
            JSONListEncoder(), JSONLinesEncoder(), CSVEncoder(showsIntegrity: true), GPXEncoder(),
        ]
        for encoder in encoders {
            #expect(Sample.read(Sample.export(points, to: encoder)).points.map(\.integrity) == levels)
        }
        let lines = Sample.read(Sample.export(points, to: GeoJSONEncoder())).points.map(\.integrity)
        #expect(lines.map { $0 == .contradicted } == levels.map { $0 == .contradicted })
        let single = Sample.read(Sample.export(Array(points[29...]), to: GeoJSONEncoder())).points
        #expect(single.map(\.integrity) == [.contradicted])
        let nmea = Sample.read(Sample.export(points, to: NMEAEncoder()))
        #expect(nmea.points.map(\.timestamp) == points[..<20].map(\.timestamp))
        #expect(!Sample.text(points, to: CSVEncoder()).contains("contradicted"))
        let text = Sample.text(points, to: TextEncoder { $0.iso8601 }).split(separator: "\n")
        #expect(text.filter { $0.hasSuffix("  doubtful") }.count == 10)
        #expect(text.filter { $0.hasSuffix("  contradicted") }.count == 10)
    }

    @Test("no line leads to a claim of a contradicted receiver, and none from it")
    func gaps() throws {
        let points = try Sample.drive(points: 9).enumerated().map { index, point in
            try #require(TrackPoint(point.fix, integrity: index / 3 == 1 ? .contradicted : .nominal))
        }
        #expect(Sample.text(points, to: GPXEncoder()).split(separator: "\n").filter { $0 == "<trkseg>" }.count == 3)
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
        #expect(Sample.read(Sample.export(points, to: CSVEncoder()), chunkSize: 3).points == points)
    }

    @Test(
        "no field of CSV begins a formula, and the names are restored",
        arguments: ["=cmd|'/c calc'!A1", "+1", "-1", "@SUM(A1)", "'", "'=1", "''", "=\"a\",b", "\u{9}=1", "a=1", "é"])
    func formulas(name: String) throws {
        let point = try Sample.full(try Sample.coordinate(1, 2), at: 0, device: name)
        let text = Sample.text([point], to: CSVEncoder())
        let row = try #require(text.split(separator: "\r\n").last)
        for field in row.split(separator: ",") where Double(field) == nil {
            let content = field.drop { $0 == "\"" }
            #expect(!["=", "+", "-", "@", "\t"].contains(content.first.map(String.init)), "\(field)")
        }
        #expect(Sample.read(Array(text.utf8)).points.first?.fix.device == PrintableText.sanitized(name))
    }

    @Test("GPX round-trips all values of GPX and its extension", arguments: [1, 100, 65_536])
    func gpx(chunkSize: Int) throws {
        let points = try Sample.drive(points: chunkSize == 1 ? 50 : 500)
        let track = Sample.read(Sample.export(points, to: GPXEncoder()), chunkSize: chunkSize)
        #expect(track.skipped.isEmpty && track.error == nil)
        try #require(track.points.count == points.count)
        for (read, written) in zip(track.points, points) {
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
    func nmea(chunkSize: Int) throws {
        let points = try Sample.drive(points: 300)
        let track = Sample.read(Sample.export(points, to: NMEAEncoder()), chunkSize: chunkSize)
        #expect(track.skipped.isEmpty && track.error == nil)
        try #require(track.points.count == points.count)
        for (read, written) in zip(track.points, points) {
            #expect(read.timestamp == written.timestamp)
            #expect(read.coordinate.distance(to: written.coordinate) < 0.002)
            #expect(read.satellitesUsed == written.satellitesUsed)
            #expect(read.fix.altitude == written.fix.altitude && read.fix.course == written.fix.course)
            #expect(abs((read.fix.speed ?? -1) - (written.fix.speed ?? -1)) < 0.001)
        }
    }

    @Test("GeoJSON round-trips places, times and altitudes", arguments: [1, 13, 65_536])
    func geojson(chunkSize: Int) throws {
        let points = try Sample.drive(points: 300)
        let track = Sample.read(Sample.export(points, to: GeoJSONEncoder()), chunkSize: chunkSize)
        #expect(track.points.map(\.timestamp) == points.map(\.timestamp))
        #expect(track.points.map(\.coordinate) == points.map(\.coordinate))
        #expect(track.points.map(\.fix.ellipsoidalAltitude) == points.map(\.fix.ellipsoidalAltitude))
        #expect(track.points.allSatisfy { $0.fix.device == "/dev/ttyUSB0" })
        #expect(track.skipped.isEmpty && track.error == nil)
    }

    @Test("a simplified export is a subset of the track")
    func simplified() throws {
        let points = try Sample.drive(points: 10_000)
        let track = Sample.read(Sample.export(points, to: CSVEncoder(), tolerance: 20))
        #expect(track.count < points.count / 10 && track.count > 2)
        #expect(Set(points).isSuperset(of: track.points))
        #expect(track.points.first == points.first && track.points.last == points.last)
    }
}
