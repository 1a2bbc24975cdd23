import Configuration

/// Checks the files that a destination of positions names: its password, its token and its certificates.
///
/// One that is missing holds that destination and nothing else, so that it does not make the configuration invalid. Who
/// checks it may also be another user than the one that reads them.
struct PublishFileCheck {
    /// The valid files.
    private(set) var files: [String] = []
    /// The warnings about the others.
    private(set) var warnings: [String] = []

    init(_ destination: PublishSettings) {
        // Those of a webhook are checked with all webhooks.
        guard destination.webhook == nil else { return }
        for (key, path) in [("password-file", destination.passwordFile), ("token-file", destination.tokenFile)] {
            check(path, key: key, of: destination, issue: WebhookFileCheck.textIssue)
        }
        for (key, path) in [
            ("ca-file", destination.authorityFile), ("certificate-file", destination.certificateFile),
            ("key-file", destination.keyFile),
        ] {
            check(path, key: key, of: destination, issue: WebhookFileCheck.fileIssue)
        }
    }

    private mutating func check(
        _ path: String?, key: String, of destination: PublishSettings, issue: (String) -> String?
    ) {
        guard let path else { return }
        if let issue = issue(path) {
            let effect = "until then nothing is sent there"
            warnings.append("\(path): \(key) of publish \(destination.name): \(issue); \(effect)")
        } else {
            files.append(path)
        }
    }
}
