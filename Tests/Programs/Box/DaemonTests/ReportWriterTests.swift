import Basics
import Configuration
import FoundationEssentials
import Location
import Pages
import TestSupport
import Testing
import Wire

@testable import Daemon

struct ReportWriterTests {
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

    private func withWriter(_ body: (inout ReportWriter) throws -> Void) rethrows {
        defer { try? FileManager.default.removeItem(atPath: settings.runtimeDirectory.replacing("/run", with: "")) }
        let files = PageWriter(directory: settings.runtimeDirectory)
        var writer = ReportWriter(settings: settings, files: files, pages: SharedPages(settings), announcer: nil)
        try body(&writer)
    }

    private func report(latitude: Double) -> Report {
        var report = Report(state: .live, since: clock.now.wallClock)
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: latitude, longitude: 13)
        report.fix = fix
        report.received = clock.now.wallClock
        report.age = .zero
        return report
    }

    private func stored() -> Double? {
        guard let bytes = FileManager.default.contents(atPath: settings.lastReportFile) else { return nil }
        return (try? ReportJSON.decode(Array(bytes)))?.fix?.coordinate?.latitude
    }

    @Test("a failed write of the last known position is retried while the machine stands still")
    func keepsAfterAll() throws {
        try withWriter { writer in
            try FileManager.default.removeItem(atPath: settings.stateDirectory)
            writer.write(PendingReport(report: report(latitude: 1), drawsPage: false), at: clock.now)
            #expect(stored() == nil)
            try FileManager.default.createDirectory(
                atPath: settings.stateDirectory, withIntermediateDirectories: true)
            writer.write(
                PendingReport(report: report(latitude: 1), drawsPage: false), at: clock.advance(by: .seconds(60)))
            #expect(stored() == 1)
        }
    }

    @Test("the report has the position now, and the last known position does not")
    func now() throws {
        try withWriter { writer in
            var report = report(latitude: 1)
            report.now = report.fix?.coordinate.map {
                CurrentPosition(time: report.since, coordinate: $0, horizontalAccuracy: 5, bridged: .zero)
            }
            writer.write(PendingReport(report: report, drawsPage: false), at: clock.now)
            let positions = try [settings.reportFile, settings.lastReportFile].map { file in
                try ReportJSON.decode(Array(try #require(FileManager.default.contents(atPath: file)))).now
            }
            #expect(positions == [report.now, nil])
        }
    }

    @Test("the report has the anchor watch, and the last known position does not")
    func anchor() throws {
        try withWriter { writer in
            var report = report(latitude: 1)
            report.anchor = report.fix?.coordinate.map { AnchorSummary(coordinate: $0, radius: 40, set: report.since) }
            writer.write(PendingReport(report: report, drawsPage: false), at: clock.now)
            let anchors = try [settings.reportFile, settings.lastReportFile].map { file in
                try ReportJSON.decode(Array(try #require(FileManager.default.contents(atPath: file)))).anchor
            }
            #expect(anchors == [report.anchor, nil])
        }
    }

    @Test("the last known position is stored at once, a minute later and at the end, and not in between")
    func keeps() {
        withWriter { writer in
            writer.write(PendingReport(report: report(latitude: 1), drawsPage: false), at: clock.now)
            #expect(stored() == 1)
            writer.write(
                PendingReport(report: report(latitude: 2), drawsPage: false), at: clock.advance(by: .seconds(59)))
            #expect(stored() == 1)
            writer.write(
                PendingReport(report: report(latitude: 3), drawsPage: false), at: clock.advance(by: .seconds(1)))
            #expect(stored() == 3)
            writer.write(
                PendingReport(report: report(latitude: 4), drawsPage: false), at: clock.advance(by: .seconds(1)))
            writer.finish(at: clock.now)
            #expect(stored() == 4)
        }
    }

    @Test("the report is written each time, the page only when it is due")
    func page() {
        withWriter { writer in
            let page = settings.runtimeDirectory + "/index.html"
            writer.write(PendingReport(report: report(latitude: 1), drawsPage: false), at: clock.now)
            #expect(!FileManager.default.fileExists(atPath: page))
            #expect(FileManager.default.fileExists(atPath: settings.reportFile))
            writer.write(PendingReport(report: report(latitude: 1), drawsPage: true), at: clock.now)
            #expect(FileManager.default.fileExists(atPath: page))
        }
    }

    @Test("a failed write stops nothing, and is retried")
    func unwritable() throws {
        try withWriter { writer in
            try FileManager.default.removeItem(atPath: settings.stateDirectory)
            writer.write(PendingReport(report: report(latitude: 1), drawsPage: true), at: clock.now)
            #expect(stored() == nil)
            try FileManager.default.createDirectory(atPath: settings.stateDirectory, withIntermediateDirectories: true)
            writer.write(
                PendingReport(report: report(latitude: 2), drawsPage: true), at: clock.advance(by: .seconds(60)))
            #expect(stored() == 2)
        }
    }

    @Test("the start uses the newer of the shown and the stored report, and ignores a broken file")
    func restores() throws {
        try withWriter { writer in
            writer.write(PendingReport(report: report(latitude: 1), drawsPage: false), at: clock.now)
            clock.advance(by: .seconds(5))
            writer.write(PendingReport(report: report(latitude: 2), drawsPage: false), at: clock.now)
            #expect(LastReport.read(settings)?.fix?.coordinate?.latitude == 2)
            try Data("{".utf8).write(to: URL(filePath: settings.reportFile))
            #expect(LastReport.read(settings)?.fix?.coordinate?.latitude == 1)
        }
    }
}
