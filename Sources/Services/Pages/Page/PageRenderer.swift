public import Basics
public import Languages
public import Linux
public import Location

/// Renders reports as pages.
///
/// Templates are read and parsed on creation; rendering uses neither files nor a clock. If a template has an error, the
/// built-in templates replace it and each page carries the error.
public struct PageRenderer: Sendable {
    private let settings: PageSettings
    private let custom: TemplateSet?
    private let fault: TemplateError?
    private let builtIn: TemplateSet?
    private let table: LanguageTable
    private let clock: LocalClock?

    /// Reads and parses the templates; the page names the offset of the clock from UTC, nil for none.
    public init(library: TemplateLibrary, settings: PageSettings, clock: LocalClock? = nil) {
        (self.settings, self.clock) = (settings, clock)
        var (templates, table, fault): (TemplateSet?, LanguageTable?, TemplateError?)
        do throws(TemplateError) {
            table = try library.table(of: settings.language)
            templates = try TemplateSet(template: settings.template, library: library)
        } catch {
            fault = error
        }
        (custom, self.fault) = (templates, fault)
        self.table = table ?? .builtIn(settings.language)
        let fallback = PageTemplate(replacedBy: settings.template)
        builtIn = try? TemplateSet(template: fallback.rawValue, library: .builtIn)
    }

    /// Renders a report as of a moment.
    ///
    /// A live report whose position is too old is shown as stale.
    ///
    /// - Parameters:
    ///   - report: the newest report.
    ///   - now: the time of day.
    ///   - daemonRuns: false if the daemon that made the report has ended; a position is then the last known one, and a
    ///     page without a position explains what to try.
    ///   - trail: the drawing of the way of the last hour; nil for none.
    /// - Returns: the page, and the error of the templates if there is one.
    public func render(
        _ report: Report, at now: Timestamp, daemonRuns: Bool = true, trail: LineDrawing? = nil
    ) -> RenderedPage {
        let shown = ShownReport(report, at: now, daemonRuns: daemonRuns, staleAfter: settings.staleAfter)
        guard let custom else { return fallback(shown, trail, fault: fault) }
        do throws(TemplateError) {
            return RenderedPage(bytes: try render(shown, trail, with: custom), fault: nil)
        } catch {
            return fallback(shown, trail, fault: error)
        }
    }

    private func render(
        _ shown: ShownReport, _ trail: LineDrawing?, with templates: TemplateSet
    ) throws(TemplateError) -> [UInt8] {
        let table = templates.isTranslated(hasPosition: shown.hasPosition) ? table : .english
        let offset = clock?.offset(at: shown.now)
        let values = PageValues(shown, settings: settings, offset: offset, trail: trail, in: table).value
        return try templates.render(values, hasPosition: shown.hasPosition)
    }

    private func fallback(_ shown: ShownReport, _ trail: LineDrawing?, fault: TemplateError?) -> RenderedPage {
        let bytes = try? builtIn.map { try render(shown, trail, with: $0) }
        return RenderedPage(bytes: bytes ?? Self.plain(shown), fault: fault)
    }

    /// Renders a page without a template.
    private static func plain(_ shown: ShownReport) -> [UInt8] {
        var bytes = Array("<!DOCTYPE html>\n<html lang=\"en\"><title>WhereIsMy</title><p>".utf8)
        HTMLText.append("\(ShownText(shown, in: .english).headline): \(shown.location ?? "no position")", to: &bytes)
        return bytes + Array("</p></html>\n".utf8)
    }
}

/// A page, and the error of its templates.
public struct RenderedPage: Hashable, Sendable {
    /// The page in UTF-8.
    public let bytes: [UInt8]
    /// The reason why built-in templates were used instead, the same for every page concerned; nil if there was none.
    public let fault: TemplateError?
}

/// The settings of pages.
public struct PageSettings: Hashable, Sendable {
    /// The template of a page with a position: a file name, or a path if it contains a slash.
    public var template: String
    /// The maximum age of a current position.
    public var staleAfter: Duration
    /// The address of gpsd, for display.
    public var gpsd: String
    /// The language of the built-in templates, and of others that take their text from its file.
    public var language: Language

    /// Creates settings; the defaults are those of an empty configuration.
    public init(
        template: String = "current-location.html", staleAfter: Duration = .seconds(10),
        gpsd: String = "localhost:2947", language: Language = .english
    ) {
        self.template = template
        self.staleAfter = staleAfter
        self.gpsd = gpsd
        self.language = language
    }
}
