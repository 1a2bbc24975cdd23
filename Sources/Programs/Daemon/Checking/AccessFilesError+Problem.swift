import API
import Configuration

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
