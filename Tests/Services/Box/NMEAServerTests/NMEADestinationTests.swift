import Basics
import Configuration
import Location
import NMEA
import PublishFormats
import Testing

@testable import NMEAServer

struct NMEADestinationTests {
    private static let home = Coordinate(clampingLatitude: -37.81, longitude: 144.96)

    private func report(_ state: TrackingState = .live, at coordinate: Coordinate = home) -> Report {
        let time = Timestamp(milliseconds: 1_795_343_102_600)
        var report = Report(state: state, since: time)
        var fix = Fix(device: "/dev/ttyACM0", mode: .threeDimensional)
        fix.timestamp = time
        fix.coordinate = coordinate
        fix.altitude = 31
        fix.speed = 1.44
        fix.course = 158.5
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 4.2, origin: .estimate)
        report.fix = fix
        report.satellites = Satellites(used: 9)
        // The sentences have the fix.
        report.motion = .moving
        report.now = CurrentPosition(report, bridging: .seconds(2), at: time + .seconds(2))
        return report
    }

    private func destination(
        _ privacy: PublishPrivacy, format: PublishFormat = .nmea, zones: [PrivacyZone] = []
    ) throws -> NMEADestination {
        let address = try #require(PublishAddress("tcp://127.0.0.1"))
        var settings = PublishSettings(name: "plotter", to: address, format: format)
        settings.privacy = privacy
        return try #require(NMEADestination(settings, zones: zones))
    }

    @Test("a live report has its position with all that NMEA 0183 can state")
    func live() throws {
        let position = try #require(try destination(.exact).position(in: report()))
        #expect(position.coordinate == Self.home && position.radius == 4.2 && position.altitude == 31)
        #expect(position.speed == 1.44 && position.course == 158.5 && position.satellites == 9)
        #expect(position.time == report().fix?.timestamp)
    }

    @Test("no other state has one", arguments: TrackingState.allCases.filter { $0 != .live })
    func others(state: TrackingState) throws {
        #expect(try destination(.exact).position(in: report(state)) == nil)
    }

    @Test("nothing leaves a privacy zone unless the destination is exact, and rounded positions have no speed")
    func privacy() throws {
        let zone = try #require(PrivacyZone(name: "home", centre: Self.home, radius: 500))
        #expect(try destination(.zone, zones: [zone]).position(in: report()) == nil)
        #expect(try destination(.exact, zones: [zone]).position(in: report()) != nil)
        let away = report(at: Coordinate(clampingLatitude: -37.7, longitude: 144.9))
        #expect(try destination(.zone, zones: [zone]).position(in: away)?.speed == 1.44)
        let rounded = try #require(try destination(.rounded(metres: 1000), zones: [zone]).position(in: away))
        #expect(rounded.speed == nil && rounded.satellites == nil && rounded.radius ?? 0 >= 500)
    }

    @Test("other formats are not served", arguments: PublishFormat.allCases)
    func formats(format: PublishFormat) throws {
        let address = try #require(PublishAddress("unix:/run/whereismy-nmea/nmea.sock"))
        let destination = NMEADestination(PublishSettings(name: "a", to: address, format: format), zones: [])
        #expect(destination?.dialect.rawValue == ([.nmea, .geoclue].contains(format) ? format.rawValue : nil))
    }
}
