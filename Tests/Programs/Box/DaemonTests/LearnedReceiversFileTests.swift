import Basics
import Configuration
import FoundationEssentials
import Linux
import Location
import Pages
import Synchronization
import TestSupport
import Testing
import Tracking
import Wire

@testable import Daemon

struct LearnedReceiversFileTests {
    private let clock = ManualClock()
    private let settings: Settings

    init() throws {
        var settings = Settings()
        let place = FileManager.default.temporaryDirectory.path + "/whereismy-" + UUID().uuidString
        settings.runtimeDirectory = place + "/run"
        settings.stateDirectory = place + "/state"
        settings.configurationDirectory = place + "/etc"
        for folder in [settings.runtimeDirectory, settings.stateDirectory] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        self.settings = settings
    }

    private func removeFiles() {
        try? FileManager.default.removeItem(atPath: settings.runtimeDirectory.replacing("/run", with: ""))
    }

    private func writer(failed: @escaping @Sendable (String) -> Void = { _ in }) -> ReportWriter {
        ReportWriter(
            settings: settings, files: PageWriter(directory: settings.runtimeDirectory), pages: SharedPages(settings),
            announcer: nil, failed: failed)
    }

    private func controller() -> LocationController {
        LocationController(
            settings: TrackingSettings(), lastReport: LastReport.read(settings),
            learned: LearnedReceivers.read(settings), at: clock.now)
    }

    /// Feeds fixes at rest and returns what is to be written.
    private func publication(_ controller: inout LocationController, seconds: Int = 60) -> PendingReport {
        for _ in 0..<seconds {
            var fix = Fix(device: "/dev/a", mode: .threeDimensional)
            fix.coordinate = Coordinate(latitude: 52.123456, longitude: 13.654321)
            fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
            fix.timestamp = clock.now.wallClock
            (fix.speed, fix.course) = (0.5, 90)
            _ = controller.handle(.fix(fix), at: clock.advance(by: .seconds(1)))
        }
        return PendingReport(report: controller.report(at: clock.now), drawsPage: false, learned: controller.learned)
    }

    private func stored() -> String? {
        FileManager.default.contents(atPath: settings.receiversFile).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("is written with the last known position, for the group only, and read by the next run")
    func restart() throws {
        defer { removeFiles() }
        var controller = controller()
        var writer = writer()
        writer.write(publication(&controller), at: clock.now)
        let first = try #require(stored())
        let attributes = try FileManager.default.attributesOfItem(atPath: settings.receiversFile)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(LearnedReceivers.read(settings) == self.controller().learned)
        #expect(!LearnedReceivers.read(settings).isEmpty)
        writer.write(publication(&controller, seconds: 30), at: clock.now)
        #expect(stored() == first)
        writer.finish(at: clock.now)
        #expect(stored() != first)
    }

    @Test("has no coordinates")
    func privacy() throws {
        defer { removeFiles() }
        var controller = controller()
        var writer = writer()
        writer.write(publication(&controller), at: clock.now)
        let text = try #require(stored())
        for digits in ["52.1", "13.6", "123456", "654321"] { #expect(!text.contains(digits)) }
    }

    @Test("a damaged, foreign, huge or missing file is ignored, and kept until there is something to write")
    func damaged() throws {
        defer { removeFiles() }
        #expect(LearnedReceivers.read(settings).isEmpty)
        let huge = String(repeating: " ", count: 1 << 20) + #"{"receivers":[]}"#
        for text in ["", "{", "[]", #"{"receivers":7}"#, #"{"state":"live"}"#, huge] {
            try Data(text.utf8).write(to: URL(filePath: settings.receiversFile))
            #expect(LearnedReceivers.read(settings).isEmpty)
            var writer = writer()
            writer.write(
                PendingReport(report: Report(state: .starting, since: clock.now.wallClock), drawsPage: false),
                at: clock.now)
            writer.finish(at: clock.now)
            #expect(stored() == text)
        }
        var controller = controller()
        var writer = writer()
        writer.write(publication(&controller), at: clock.now)
        #expect(!LearnedReceivers.read(settings).isEmpty)
    }

    @Test("a failed write is counted, stops nothing and is retried after a minute")
    func unwritable() throws {
        defer { removeFiles() }
        let failures = Failures()
        var controller = controller()
        var writer = writer { failures.add($0) }
        try FileManager.default.createDirectory(atPath: settings.receiversFile, withIntermediateDirectories: true)
        writer.write(publication(&controller), at: clock.now)
        #expect(failures.names == ["receivers.json"])
        #expect(LastReport.read(settings) != nil)
        try FileManager.default.removeItem(atPath: settings.receiversFile)
        writer.write(publication(&controller, seconds: 30), at: clock.now)
        #expect(stored() == nil)
        writer.write(publication(&controller, seconds: 30), at: clock.now)
        #expect(stored() != nil && failures.names.count == 1)
    }

    @Test("the mailbox hands over what the newest report has")
    func mailbox() throws {
        var controller = controller()
        let mailbox = ReportMailbox()
        var old = publication(&controller, seconds: 1)
        old.drawsPage = true
        mailbox.publish(old)
        let new = publication(&controller)
        mailbox.publish(new)
        let pending = try #require(mailbox.dequeueNow()?.pending)
        #expect(pending.drawsPage && pending.learned == new.learned && pending.learned != old.learned)
    }
}

/// The files whose writes have failed.
private final class Failures: Sendable {
    private let all = Mutex<[String]>([])

    var names: [String] { all.withLock { $0 } }

    func add(_ name: String) { all.withLock { $0.append(name) } }
}
