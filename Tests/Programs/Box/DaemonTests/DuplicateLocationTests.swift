import Configuration
import Foundation
import Linux
import Location
import Pages
import TestSupport
import Testing
import Tracking

@testable import Daemon

/// WhereIsMyMac's own test: the same location twice loads the page once.
@Suite("The same location twice")
struct DuplicateLocationTests {
    private let clock = ManualClock()
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("twice-\(UUID().uuidString)")

    private func fix(_ latitude: Double, accuracy: Double, altitude: Double) -> ReceiverEvent {
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: latitude, longitude: 144.96326388)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: accuracy, origin: .receiver)
        fix.altitude = altitude
        return .fix(fix)
    }

    @Test(
        "is rendered once by the daemon's tracker and writer, another location or accuracy again",
        arguments: ["current-location.html", "whereismymac.html"])
    func duplicates(template: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = folder.appendingPathComponent("index.html")
        let mailbox = try ReportMailbox.blocking()
        var settings = Settings()
        settings.stateDirectory = folder.path
        settings.configurationDirectory = folder.path
        settings.pageTemplate = template
        var tracker = Tracker(
            settings: TrackingSettings(), lastReport: nil,
            outputs: TrackerOutputs(reports: mailbox, verdicts: SharedVerdicts()), at: clock.now,
            isClockSynchronised: { true })
        _ = mailbox.dequeue()
        var writer = ReportWriter(
            settings: settings, files: PageWriter(directory: folder.path), pages: SharedPages(settings))
        func isRendered(_ event: ReceiverEvent) throws -> Bool {
            let moment = clock.advance(by: .seconds(1))
            _ = tracker.deliver([event], at: moment)
            writer.write(try #require(mailbox.dequeue()?.pending), at: moment)
            defer { try? FileManager.default.removeItem(at: page) }
            return FileManager.default.fileExists(atPath: page.path)
        }
        #expect(try isRendered(fix(-37.80996889, accuracy: 5, altitude: 10)))
        #expect(try !isRendered(fix(-37.80996889, accuracy: 5, altitude: 11)))
        #expect(try isRendered(fix(-37.80996889, accuracy: 6, altitude: 11)))
        #expect(try isRendered(fix(-37.80996890, accuracy: 6, altitude: 11)))
        #expect(try !isRendered(fix(-37.80996890, accuracy: 6, altitude: 11)))
    }
}
