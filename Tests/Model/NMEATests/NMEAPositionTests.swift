import Basics
import Location
import NMEA
import Testing

struct NMEAPositionTests {
    /// 2026-11-22T10:25:02.600Z.
    private static let time = Timestamp(milliseconds: 1_795_343_102_600)

    private var position: NMEAPosition {
        var position = NMEAPosition(
            time: Self.time, coordinate: Coordinate(clampingLatitude: -37.810004_2, longitude: 144.963293_3))
        position.radius = 4.2
        position.altitude = 31
        position.speed = 1.44
        position.course = 158.5
        position.satellites = 9
        return position
    }

    private func texts(_ position: NMEAPosition?, _ dialect: NMEADialect = .nmea) -> [String] {
        NMEASentence.sentences(position, dialect).map(\.description)
    }

    @Test("a position is RMC and GGA with the time of the fix, knots, and the HDOP of its radius")
    func current() {
        #expect(
            texts(position) == [
                "$GNRMC,102502.600,A,3748.60025,S,14457.79760,E,2.799,158.5,221126,,,A*62",
                "$GNGGA,102502.600,3748.60025,S,14457.79760,E,1,09,0.222,31.0,M,,M,,*7F",
            ])
    }

    @Test("the satellites that gpsd demands are stated if the number is unknown or less")
    func satellites() {
        var position = NMEAPosition(time: Self.time, coordinate: position.coordinate)
        func count() -> Substring { texts(position)[1].split(separator: ",", omittingEmptySubsequences: false)[7] }
        #expect(count() == "03")
        position.altitude = 31
        #expect(count() == "04")
        for (known, text) in [(0, "04"), (2, "04"), (3, "03"), (12, "12"), (120, "99")] {
            position.satellites = known
            #expect(count() == text)
        }
    }

    @Test("unknown values are empty fields")
    func unknown() {
        let position = NMEAPosition(time: Self.time, coordinate: position.coordinate)
        #expect(
            texts(position).map { String($0.dropLast(3)) } == [
                "$GNRMC,102502.600,A,3748.60025,S,14457.79760,E,,,221126,,,A",
                "$GNGGA,102502.600,3748.60025,S,14457.79760,E,1,03,99.990,,M,,M,,",
            ])
    }

    @Test(
        "without a position, validity is V and quality 0, and there is no time",
        arguments: [NMEADialect.nmea, .geoclue])
    func none(dialect: NMEADialect) {
        #expect(texts(nil, dialect) == ["$GNRMC,,V,,,,,,,,,,N*4D", "$GNGGA,,,,,,0,00,,,M,,M,,*78"])
    }

    @Test(
        "19 m times the HDOP of plotters is the radius, rounded up by less than 2 cm",
        arguments: [0.001, 0.3, 4.2, 19, 100, 1234.5])
    func plotters(radius: Double) throws {
        let error = try #require(NMEADialect.nmea.dilution(radius: radius)) * 19
        #expect(error >= radius - 1e-9 && error < radius + 0.0191)
    }

    /// What GeoClue makes of an HDOP (gclue-nmea-utils.c).
    private func accuracy(_ dilution: Double) -> Double {
        switch dilution {
        case ...1: 0
        case ...2: 1
        case ...5: 3
        case ...10: 50
        case ...20: 100
        default: 300
        }
    }

    @Test(
        "GeoClue's accuracy is its smallest that is not below the radius",
        arguments: [
            (0.01, 1), (1, 1), (1.01, 3), (3, 3), (3.01, 50), (4.2, 50), (50, 50), (50.1, 100), (100, 100), (101, 300),
            (300, 300), (nil, 300),
        ] as [(Double?, Double)])
    func geoclue(radius: Double?, expected: Double) throws {
        #expect(accuracy(try #require(NMEADialect.geoclue.dilution(radius: radius))) == expected)
    }

    @Test("a radius beyond GeoClue's largest accuracy is no position for it, but one for plotters")
    func tooWide() {
        var position = position
        position.radius = 300.1
        #expect(texts(position, .geoclue) == texts(nil))
        #expect(texts(position, .nmea)[0].hasPrefix("$GNRMC,102502.600,A"))
    }
}
