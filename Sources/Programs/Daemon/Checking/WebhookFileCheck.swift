import Configuration
import Linux
import Webhooks

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
