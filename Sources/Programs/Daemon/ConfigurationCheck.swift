import API
import Configuration
import Linux
import Pages
import Webhooks

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

/// What `whereismyd --check-config` says.
struct ConfigurationReport {
    /// A line each, in the order in which they were read.
    let files: [String]
    /// All that is wrong, the configuration's own first.
    let issues: [ConfigurationError.Issue]

    /// Looks through the configuration and what it leads to.
    init(_ loaded: LoadedSettings) {
        let check = ConfigurationCheck(loaded.settings)
        files = loaded.files + check.files
        issues = loaded.issues + check.issues
    }

    /// What is said of a configuration that is right.
    var text: String { files.map { "read \($0)\n" }.joined() + "good\n" }
}

/// The files that a webhook names, looked at: its secret, and the certificates that it trusts.
struct WebhookFileCheck {
    /// Those that are good.
    private(set) var files: [String] = []
    /// What is wrong with the others.
    private(set) var issues: [ConfigurationError.Issue] = []

    /// Looks at them.
    init(_ webhook: WebhookSettings) {
        note(webhook.secretFile, "secret-file", of: webhook, Self.secretIssue)
        note(webhook.authorityFile, "ca-file", of: webhook, Self.fileIssue)
    }

    private mutating func note(
        _ path: String?, _ key: String, of webhook: WebhookSettings, _ fault: (String) -> String?
    ) {
        guard let path else { return }
        if let fault = fault(path) {
            issues.append(.init(source: path, message: "\(key) of [webhook \(webhook.name)]: \(fault)"))
        } else {
            files.append(path)
        }
    }

    private static func secretIssue(_ path: String) -> String? {
        do throws(WebhookSecret.SecretError) {
            _ = try WebhookSecret.read(path)
            return nil
        } catch {
            return error.message
        }
    }

    private static func fileIssue(_ path: String) -> String? {
        do throws(SystemError) {
            // A bundle of all authorities has some 200 KB.
            _ = try FileContents.read(path, limit: 1 << 24)
            return nil
        } catch {
            return error.reason
        }
    }
}

extension AccessFiles {
    /// Where the settings have who may see what.
    init(_ settings: Settings) {
        self.init(store: settings.accessFile, credential: settings.tokenCredential)
    }
}

extension ConfigurationError.Issue {
    /// What is wrong with a file of who may see what.
    init(_ problem: AccessFilesError.Issue) {
        self.init(source: problem.file, line: problem.line, message: problem.message)
    }
}
