public import Basics
public import Location

/// Makes a page of a report.
///
/// Templates are read and parsed when a renderer is made; making a page touches neither files nor clock. A template
/// with a fault never costs the page: the built-in ones take its place and the fault comes with each page.
public struct PageRenderer: Sendable {
    private let settings: PageSettings
    private let own: TemplateSet?
    private let fault: TemplateError?
    private let builtIn: TemplateSet?

    /// Reads and parses the templates.
    ///
    /// - Parameters:
    ///   - library: Where they are found.
    ///   - settings: Which one is wanted, and what pages are made with.
    public init(library: TemplateLibrary, settings: PageSettings) {
        self.settings = settings
        do throws(TemplateError) {
            own = try TemplateSet(template: settings.template, library: library)
            fault = nil
        } catch {
            own = nil
            fault = error
        }
        let fallback = PageTemplate(replacedBy: settings.template)
        builtIn = try? TemplateSet(template: fallback.rawValue, library: .builtIn)
    }

    /// Makes the page of a report as it is to be read at a moment.
    ///
    /// A report that calls itself live is shown as stale when its position is older than it may be.
    ///
    /// - Parameters:
    ///   - report: What was reported last.
    ///   - now: The moment, by the wall clock.
    ///   - daemonRuns: Whether the daemon that made the report still runs; when it does not, a position is the last
    ///     known one, and a page without a position says so and what to try.
    /// - Returns: The page, and the fault of the templates where they have one.
    public func render(_ report: Report, at now: Timestamp, daemonRuns: Bool = true) -> RenderedPage {
        let shown = ShownReport(report, at: now, daemonRuns: daemonRuns, staleAfter: settings.staleAfter)
        let values = PageValues(shown, settings: settings).value
        guard let own else { return fallback(values, shown, fault: fault) }
        do throws(TemplateError) {
            let bytes = try own.render(values, hasPosition: shown.hasPosition)
            return RenderedPage(bytes: bytes, fault: nil)
        } catch {
            return fallback(values, shown, fault: error)
        }
    }

    private func fallback(_ values: TemplateValue, _ shown: ShownReport, fault: TemplateError?) -> RenderedPage {
        let bytes = try? builtIn?.render(values, hasPosition: shown.hasPosition)
        return RenderedPage(bytes: bytes ?? Self.plain(shown), fault: fault)
    }

    /// The page that needs no template.
    private static func plain(_ shown: ShownReport) -> [UInt8] {
        var bytes = Array("<!DOCTYPE html>\n<html lang=\"en\"><title>WhereIsMy</title><p>".utf8)
        HTMLText.append("\(shown.stateText.headline): \(shown.location ?? "no position")", to: &bytes)
        return bytes + Array("</p></html>\n".utf8)
    }
}

/// A page, and what was wrong with the templates it should have been made from.
public struct RenderedPage: Hashable, Sendable {
    /// The page in UTF-8.
    public let bytes: [UInt8]
    /// Why the built-in templates were used in place of one's own; the same in every page it concerns.
    public let fault: TemplateError?
}

/// How pages are made.
public struct PageSettings: Hashable, Sendable {
    /// The template of a page with a position, by the name of its file; with a slash in it, by its path.
    public var template: String
    /// How old a position may be before it is the last known one.
    public var staleAfter: Duration
    /// Where gpsd is asked, to tell the reader of a page.
    public var gpsd: String

    /// Makes settings; what is not given is as it is without a configuration.
    public init(
        template: String = "current-location.html", staleAfter: Duration = .seconds(10),
        gpsd: String = "localhost:2947"
    ) {
        self.template = template
        self.staleAfter = staleAfter
        self.gpsd = gpsd
    }
}
