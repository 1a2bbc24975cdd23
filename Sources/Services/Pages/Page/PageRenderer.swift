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
