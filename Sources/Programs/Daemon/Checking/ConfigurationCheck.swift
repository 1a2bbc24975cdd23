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
    let problems: [ConfigurationError.Problem]

    /// Reads what these settings name.
    init(_ settings: Settings) {
        let directories = settings.templateDirectories(installedWith: Executable.directory)
        let survey = TemplateSurvey(
            template: settings.pageTemplate, library: TemplateLibrary(directories: directories))
        let (places, webhooks) = (ConfiguredPlaces(settings), settings.webhooks.map(WebhookCheck.init))
        files = survey.files + places.files + AccessFiles(settings).present + webhooks.flatMap(\.files)
        problems =
            survey.faults.map { ConfigurationError.Problem($0) } + places.problems + Self.accessProblems(settings)
            + webhooks.flatMap(\.problems)
    }

    private static func accessProblems(_ settings: Settings) -> [ConfigurationError.Problem] {
        do throws(AccessFault) {
            _ = try AccessFiles(settings).read()
            return []
        } catch {
            return error.problems.map { ConfigurationError.Problem($0) }
        }
    }
}

extension ConfigurationError.Problem {
    /// What is wrong with a template.
    init(_ error: TemplateError) {
        let message = "found \(error.found) at column \(error.column), expected \(error.expected)"
        self.init(place: error.file, line: error.line, message: message)
    }
}
