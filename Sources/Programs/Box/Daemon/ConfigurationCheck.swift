import API
import Configuration
import Linux
import Pages
import Webhooks

/// Checks the files that the configuration names, without a daemon: templates, polygons of places, access files, files of
/// webhooks and destinations, and the map.
struct ConfigurationCheck {
    /// The files read, other than those of the configuration itself, in reading order.
    let files: [String]
    var issues: [ConfigurationError.Issue] { reloadIssues + mapIssues }
    /// Those for which a reload is refused: without a map, the daemon starts and works too.
    let reloadIssues: [ConfigurationError.Issue]
    private let mapIssues: [ConfigurationError.Issue]
    /// Warnings about files that do not apply any more, and about those that destinations of positions lack.
    let warnings: [String]

    /// Reads the files that the settings name.
    init(_ settings: Settings) {
        let directories = settings.templateDirectories(installedWith: Executable.directory)
        let survey = TemplateValidation(
            template: settings.pageTemplate, library: TemplateLibrary(directories: directories))
        let (places, webhooks) = (ConfiguredPlaces(settings), settings.webhooks.map(WebhookFileCheck.init))
        let map = MapFileCheck(settings.map.mbtiles)
        let destinations = settings.publish.map(PublishFileCheck.init)
        let deliveries = webhooks.flatMap(\.files) + destinations.flatMap(\.files)
        files = survey.files + places.files + AccessFiles(settings).readableFiles + deliveries + map.files
        reloadIssues =
            survey.errors.map { ConfigurationError.Issue($0) } + places.issues + Self.accessIssues(settings)
            + webhooks.flatMap(\.issues)
        mapIssues = map.issues
        warnings =
            ObsoletePageFiles.warnings(in: "\(settings.configurationDirectory)/templates")
            + destinations.flatMap(\.warnings)
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
    init(_ error: TemplateError) {
        let message = "found \(error.found) at column \(error.column), expected \(error.expected)"
        self.init(source: error.file, line: error.line, message: message)
    }
}

/// The result of `whereismyd --check-config`.
struct ConfigurationReport {
    /// The files read, in reading order.
    let files: [String]
    /// The issues found, those of the configuration itself first.
    let issues: [ConfigurationError.Issue]
    /// Warnings, which do not make the configuration invalid.
    let warnings: [String]

    /// Checks the configuration and the files that it names.
    init(_ loaded: LoadedSettings<Settings>) {
        let check = ConfigurationCheck(loaded.settings)
        files = loaded.files + check.files
        issues = loaded.issues + check.issues
        warnings = loaded.warnings + check.warnings
    }

    /// The output for a valid configuration.
    var text: String {
        files.map { "read \($0)\n" }.joined() + warnings.map { "warning: \($0)\n" }.joined() + "good\n"
    }
}

/// Checks the file of the map, which is that of strangers.
struct MapFileCheck {
    /// The valid file; empty for none.
    private(set) var files: [String] = []
    private(set) var issues: [ConfigurationError.Issue] = []

    /// Opens the file and reads its metadata, as for the live page.
    init(_ path: String?) {
        guard let path else { return }
        do throws(TileError) {
            _ = try TileArchives.open(path)
            files = [path]
        } catch {
            issues = [.init(source: path, message: error.message)]
        }
    }
}

/// Checks the files that a webhook names: its secret and its certificates.
struct WebhookFileCheck {
    /// The valid files.
    private(set) var files: [String] = []
    /// The issues with the others.
    private(set) var issues: [ConfigurationError.Issue] = []

    init(_ webhook: WebhookSettings) {
        check(webhook.secretFile, key: "secret-file", of: webhook, issue: Self.secretIssue)
        check(webhook.authorityFile, key: "ca-file", of: webhook, issue: Self.fileIssue)
    }

    private mutating func check(
        _ path: String?, key: String, of webhook: WebhookSettings, issue: (String) -> String?
    ) {
        guard let path else { return }
        if let issue = issue(path) {
            issues.append(.init(source: path, message: "\(key) of webhook \(webhook.name): \(issue)"))
        } else {
            files.append(path)
        }
    }

    private static func secretIssue(_ path: String) -> String? {
        do throws(SecretFile.SecretError) {
            _ = try WebhookSecret.read(path)
            return nil
        } catch {
            return error.message
        }
    }

    /// Returns the issue of a file with a password or token; nil for a valid one.
    static func textIssue(_ path: String) -> String? {
        do throws(SecretFile.SecretError) {
            _ = try SecretFile.text(path)
            return nil
        } catch {
            return error.message
        }
    }

    /// Returns the issue of a file with certificates or a key; nil for one that can be read.
    static func fileIssue(_ path: String) -> String? {
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
    /// The access files that the settings name.
    init(_ settings: Settings) {
        self.init(store: settings.accessFile, credential: settings.tokenCredential)
    }
}

extension ConfigurationError.Issue {
    init(_ problem: AccessFilesError.Issue) {
        self.init(source: problem.file, line: problem.line, message: problem.message)
    }
}
