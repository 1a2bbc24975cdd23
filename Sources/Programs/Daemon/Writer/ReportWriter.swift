import Basics
import Configuration
import Linux
import Location
import Pages
import Wire

/// Writes the files that other programs read: the report, the page and the last known position.
struct ReportWriter {
    private let files: PageWriter
    private let pages: SharedPages
    private let lastReportFile: String
    private var schedule = LastReportSchedule()
    private var errors = ErrorReporter()
    private var announcer: StateAnnouncer?
    /// The last report written; nil before the first.
    private(set) var latest: Report?
    /// True if a page has been written.
    private(set) var hasPage = false
    private let failed: @Sendable (String) -> Void

    /// Creates a writer; without an announcer it logs errors alone, and `failed` receives the file of a failed write.
    init(
        settings: Settings, files: PageWriter, pages: SharedPages, announcer: StateAnnouncer? = StateAnnouncer(),
        failed: @escaping @Sendable (_ file: String) -> Void = { _ in }
    ) {
        self.failed = failed
        self.files = files
        self.pages = pages
        self.announcer = announcer
        lastReportFile = settings.lastReportFile
    }

    /// Writes a report; logs an error once and retries with the next report.
    mutating func write(_ publication: PendingReport, at moment: Moment) {
        latest = publication.report
        write("fix.json", ReportJSON.encode(publication.report) + [0x0A])
        if publication.drawsPage {
            let page = pages.ownerRenderer.render(publication.report, at: moment.wallClock)
            if let fault = page.fault { errors.report("template", message: "\(fault); the built-in template is used") }
            hasPage = write("index.html", page.bytes) || hasPage
        }
        announcer?.announce(publication.report, at: moment.uptime)
        guard schedule.isDue(publication.report, at: moment.uptime) else { return }
        store(publication.report, at: moment)
    }

    /// Writes the last known position at the end.
    mutating func finish(at moment: Moment) {
        guard let latest, schedule.isDueAtEnd(latest) else { return }
        store(latest, at: moment)
    }

    /// Returns true on success.
    @discardableResult
    private mutating func write(_ name: String, _ bytes: [UInt8]) -> Bool {
        do {
            _ = try files.write(name: name, bytes: bytes)
            errors.resolve(name)
            return true
        } catch {
            failed(name)
            errors.report(name, message: "\(error)")
            return false
        }
    }

    private mutating func store(_ report: Report, at moment: Moment) {
        do {
            let bytes = ReportJSON.encode(report) + [0x0A]
            try AtomicFile.replace(lastReportFile, with: bytes, mode: 0o640, durable: true)
            errors.resolve(lastReportFile)
            schedule.recordWrite(report, at: moment.uptime)
        } catch {
            failed("last-fix.json")
            errors.report(lastReportFile, message: "\(error)")
            schedule.recordFailure(at: moment.uptime)
        }
    }
}
