import Basics
import Configuration
import Linux
import Location
import Pages
import Tracking
import Wire

/// Writes the report and the page, which other programs read, and what the next run restores: the last known position
/// and what has been learnt about the receivers.
struct ReportWriter {
    private let files: PageWriter
    private let pages: SharedPages
    private let lastReportFile, receiversFile: String
    private var schedule = LastReportSchedule()
    private var errors = ErrorReporter()
    private var announcer: StateAnnouncer?
    private var trail = Trail()
    /// The last report written; nil before the first.
    private(set) var latest: Report?
    private var learned = LearnedReceivers()
    /// The uptime from which on what was learnt is written again.
    private var learnedDue: Duration = .zero
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
        (lastReportFile, receiversFile) = (settings.lastReportFile, settings.receiversFile)
    }

    /// Writes a report; logs an error once and retries with the next report.
    mutating func write(_ publication: PendingReport, at moment: Moment) {
        (latest, learned) = (publication.report, publication.learned)
        write("fix.json", ReportJSON.encode(publication.report) + [0x0A])
        trail.add(publication.report)
        if publication.drawsPage {
            let page = pages.ownerRenderer.render(publication.report, at: moment.wallClock, trail: trail.drawing)
            if let fault = page.fault { errors.report("template", message: "\(fault); the built-in template is used") }
            hasPage = write("index.html", page.bytes) || hasPage
        }
        announcer?.announce(publication.report, at: moment.uptime)
        guard schedule.isDue(publication.report, at: moment.uptime) else { return }
        store(publication.report, at: moment)
    }

    /// Writes what the next run restores at the end.
    mutating func finish(at moment: Moment) {
        guard let latest, schedule.isDueAtEnd(latest) else { return }
        learnedDue = .zero
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
        var report = report
        // The anchor watch has its own file, and may end without another position.
        report.anchor = nil
        report.now = nil
        let hasReport = replace(lastReportFile, as: "last-fix.json", with: ReportJSON.encode(report) + [0x0A])
        let hasLearned =
            learned.isEmpty || moment.uptime < learnedDue
            || replace(receiversFile, as: "receivers.json", with: LearnedReceiversJSON.encode(learned))
        if hasLearned, moment.uptime >= learnedDue { learnedDue = moment.uptime + .seconds(600) }
        if hasReport, hasLearned {
            schedule.recordWrite(report, at: moment.uptime)
        } else {
            schedule.recordFailure(at: moment.uptime)
        }
    }

    /// Returns true on success.
    private mutating func replace(_ file: String, as name: String, with bytes: [UInt8]) -> Bool {
        do {
            try AtomicFile.replace(file, with: bytes, mode: 0o640, durable: true)
            errors.resolve(file)
            return true
        } catch {
            failed(name)
            errors.report(file, message: "\(error)")
            return false
        }
    }
}
