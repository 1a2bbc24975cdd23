import Basics
import Location
import Testing

@testable import PublishFormats

struct HomeAssistantEncoderTests {
    private let encoder = HomeAssistantEncoder(device: "van", version: "1.2")

    private func attributes(_ report: PublishedReport) -> String {
        String(decoding: encoder.attributes(report), as: UTF8.self)
    }

    private func fix() throws -> PublishedFix {
        let coordinate = try #require(Coordinate(latitude: -37.810_004_2, longitude: 144.963_293_3))
        var fix = PublishedFix(timestamp: .start + .milliseconds(205), coordinate: coordinate)
        (fix.accuracy, fix.altitude, fix.speed, fix.course) = (4.2, 31, 1.44, 158.5)
        (fix.isMoving, fix.satellites, fix.odometer, fix.inside) = (true, 9, 1234.4, ["Depot"])
        return fix
    }

    @Test("a live report has the position and all values")
    func live() throws {
        let expected =
            #"{"latitude":-37.8100042,"longitude":144.9632933,"gps_accuracy":4.2,"altitude":31.0,"speed":1.44,"#
            + #""course":158.5,"moving":true,"satellites":9,"odometer":1234,"inside":["Depot"],"#
            + #""fix_state":"live","live":true,"contradicted":false,"last_fix":"2026-01-01T00:00:00.205Z"}"#
        #expect(attributes(PublishedReport(state: .live, fix: try fix())) == expected)
    }

    @Test("a position that is not current is null, and a hidden report has nothing else")
    func lost() throws {
        let none = #"{"latitude":null,"longitude":null,"fix_state":"#
        #expect(
            attributes(PublishedReport(state: .stale, fix: try fix()))
                == none + #""stale","live":false,"contradicted":false,"last_fix":"2026-01-01T00:00:00.205Z"}"#)
        #expect(attributes(PublishedReport(state: .noFix)) == none + #""no-fix","live":false,"contradicted":false}"#)
        #expect(attributes(PublishedReport(state: .live)) == none + #""live","live":false,"contradicted":false}"#)
        #expect(
            attributes(PublishedReport(state: .contradicted, fix: try fix()))
                == none + #""contradicted","live":false,"contradicted":true,"last_fix":"2026-01-01T00:00:00.205Z"}"#)
        #expect(attributes(.hidden) == none + #""hidden"}"#)
    }

    @Test("topics and identifiers follow from the name of the device and are unique")
    func topics() {
        #expect(encoder.discoveryTopic == "homeassistant/device/whereismy_van/config")
        #expect(encoder.attributesTopic == "whereismy/van/attributes")
        #expect(encoder.availabilityTopic == "whereismy/van/availability")
        #expect(HomeAssistantEncoder.birthTopic == "homeassistant/status")
        let names = ["Zoë's van", "Zo_'s van", "a/b", "a+b", "a#b", "", "家", String(repeating: "a/", count: 500)]
        let topics = names.map { HomeAssistantEncoder(device: $0, version: "1").discoveryTopic }
        #expect(Set(topics).count == names.count)
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
        for topic in topics {
            let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
            #expect(levels.count == 4 && levels[2].allSatisfy(plain.contains) && topic.utf8.count < 128)
        }
    }
}
