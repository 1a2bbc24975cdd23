import API
import Configuration
import Linux
import Pages

/// What the configuration leads to, looked through without a daemon: the templates, the polygons of places, the files of
/// who may see what, and those of webhooks.
struct ConfigurationCheck {
    /// The files that were read beside the configuration's own, in their order.
    let files: [String]
    /// All that is wrong with them.
    let issues: [ConfigurationError.Issue]

    /// Reads what these settings name.
    init(_ settings: Settings) {
        let directories = settings.templateDirectories(installedWith: Executable.directory)
        let survey = TemplateValidation(
            template: settings.pageTemplate, library: TemplateLibrary(directories: directories))
        let (places, webhooks) = (ConfiguredPlaces(settings), settings.webhooks.map(WebhookFileCheck.init))
        files = survey.files + places.files + AccessFiles(settings).readableFiles + webhooks.flatMap(\.files)
        issues =
            survey.errors.map { ConfigurationError.Issue($0) } + places.issues + Self.accessIssues(settings)
            + webhooks.flatMap(\.issues)
    }

    private static func accessIssues(_ settings: Settings) -> [ConfigurationError.Issue] {
        do throws(AccessFilesError) {
            _ = try AccessFiles(settings).load()
            return []
        } catch {
            return error.issues.map { ConfigurationError.Issue($0) }
        }
    }
}

extension ConfigurationError.Issue {
    /// What is wrong with a template.
    init(_ error: TemplateError) {
        let message = "found \(error.found) at column \(error.column), expected \(error.expected)"
        self.init(source: error.file, line: error.line, message: message)
    }
}
