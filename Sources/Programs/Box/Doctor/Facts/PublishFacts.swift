import Configuration
import Linux
import PublishState

struct PublishFacts: Sendable {
    var overview = PublishOverview()
    /// The configured files of secrets and certificates, by path.
    var files: [String: Result<FileStatus, SystemError>] = [:]
    var installed: Set<PublishProgramName> = []
    /// The status of the history; nil if there is none yet, or if it is not visible.
    var history: FileStatus?
}

extension PublishSettings {
    /// The files that its program reads.
    var files: [String] { secretFiles + [authorityFile, certificateFile, keyFile].compactMap(\.self) }

    /// Those that it rejects if others have access to them (`SecretFile`).
    var secretFiles: [String] { [passwordFile, tokenFile, webhook?.secretFile].compactMap(\.self) }
}
