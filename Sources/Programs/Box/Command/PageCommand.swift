import CommandLine
import Configuration
import Languages
import Linux
import Location
import Pages

/// `whereismy page`: render the page once.
enum PageCommand: Subcommand {
    static let name = "page"

    private static let template = Option(
        "template", value: "FILE", .files,
        help: "template for a position; without one, location-error.html beside it")

    static let table = OptionTable(
        usage: "whereismy page [OPTION]...",
        summary: "Render the page once and print it.",
        options: [template] + CommandProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let settings = try context.settings(options)
        let current = try context.currentReport(settings)
        let now = context.now()
        // The daemon may not have written a report yet.
        let starting = current.daemonRuns ? Report(state: .starting, since: now) : nil
        guard let report = current.report ?? starting else {
            return CommandResult(diagnostics: current.summary, code: current.code)
        }
        let page = renderer(
            template: options.value(of: template), settings: settings, installedWith: context.programDirectory
        )
        .render(report, at: now, daemonRuns: current.daemonRuns)
        guard let fault = page.fault else { return CommandResult(output: page.bytes, code: current.code) }
        return CommandResult(output: page.bytes, diagnostics: "\(fault)", code: .failure)
    }

    private static func renderer(template file: String?, settings: Settings, installedWith program: String?)
        -> PageRenderer
    {
        // A name with a slash is a path; the template's partials are searched for in its directory first.
        let path = file.map { $0.contains("/") ? $0 : "./\($0)" }
        let directory = path.map { String($0[..<($0.lastIndex(of: "/") ?? $0.endIndex)]) }
        let directories = [directory].compactMap { $0 } + settings.templateDirectories(installedWith: program)
        return PageRenderer(
            library: TemplateLibrary(directories: directories),
            settings: PageSettings(
                template: path ?? settings.pageTemplate, staleAfter: settings.staleAfter,
                gpsd: settings.gpsd.description, language: settings.language ?? .english),
            clock: .system)
    }
}
