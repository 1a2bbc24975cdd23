import Basics
import Configuration
import Linux
import Location
import Pages
import Wire

/// Writes the files that others read: the report, the page, and the last known position.
struct ReportWriter {
    private let files: PageWriter
    private let pages: SharedPages
    private let lastReportFile: String
    private var schedule = LastReportSchedule()
    private var errors = ErrorReporter()
    private var announcer: StateAnnouncer?
    /// The report that was written last; nil where there was none.
    private(set) var latest: Report?
    /// Whether a page has been written.
    private(set) var hasPage = false
    private let failed: @Sendable (String) -> Void

    /// Without an announcer the journal is not told of states, but of what goes wrong all the same.
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

    /// Writes what a publication asks for; what cannot be written is said once and tried again with the next.
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

    /// Writes what must not be lost: the last known position as it is now.
    mutating func finish(at moment: Moment) {
        guard let latest, schedule.isDueAtEnd(latest) else { return }
        store(latest, at: moment)
    }

    /// Answers whether that went well.
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
