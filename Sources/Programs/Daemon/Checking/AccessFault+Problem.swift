import API
import Configuration

extension AccessFiles {
    /// Where the settings have who may see what.
    init(_ settings: Settings) {
        self.init(book: settings.accessFile, credential: settings.tokenCredential)
    }
}

extension ConfigurationError.Problem {
    /// What is wrong with a file of who may see what.
    init(_ problem: AccessFault.Problem) {
        self.init(place: problem.file, line: problem.line, message: problem.message)
    }
}
