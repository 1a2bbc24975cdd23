import Basics
import Configuration
import Linux
import Pages
import Webhooks

struct WebhooksCheck: Check {
    let name = CheckName.webhooks

    static let units = [path, service]

    private static let program = "whereismy-publish"
    private static let path = "\(program).path"
    private static let service = "\(program).service"
    private static let journal = "journalctl -u \(program)"
    /// The time for a restart of a receiver.
    private static let maxWait = Duration.seconds(300)

    func evaluate(_ system: SystemFacts) -> CheckResult {
        let webhooks = system.settings.webhooks
        guard !webhooks.isEmpty else { return .ok("none: there is no [webhook NAME] in whereismy.conf") }
        return file(system) ?? unit(system) ?? queue(system)
    }

    /// A failure: a secret or certificate file that the sender cannot use.
    private func file(_ system: SystemFacts) -> CheckResult? {
        for (path, status) in system.webhooks.files.sorted(by: { $0.key < $1.key }) {
            switch status {
            case .failure(let error) where error.isNotFound:
                return .fail("\(path) does not exist: nothing is sent", cure: "docs/webhooks.md shows how to create it")
            case .failure: continue
            case .success(let file):
                if let fault = denial(path, file: file, system) ?? refusal(path, file: file, system) { return fault }
            }
        }
        return nil
    }

    private func denial(_ path: String, file: FileStatus, _ system: SystemFacts) -> CheckResult? {
        guard let (user, name) = system.senderUser, !user.isAllowed(.read, on: file) else { return nil }
        // The daemon checks the file too.
        let group = system.unitUser?.name ?? name
        return .fail(
            "\(name) cannot read \(path): nothing is sent",
            cure: "sudo chgrp \(group) \(path) && sudo chmod g+r \(path)")
    }

    /// A failure: a readable secret that the sender rejects (`WebhookSecret`).
    private func refusal(_ path: String, file: FileStatus, _ system: SystemFacts) -> CheckResult? {
        guard file.kind == .regular else {
            return .fail("\(path) is not a file: nothing is sent", cure: "docs/webhooks.md shows how to create it")
        }
        guard system.settings.webhooks.contains(where: { $0.secretFile == path }) else { return nil }
        guard file.mode & 0o027 == 0 else {
            return .fail("\(path) is accessible by others: nothing is sent", cure: "sudo chmod g-w,o= \(path)")
        }
        // A line end may follow it.
        let lengths = WebhookSecret.lengths
        guard !(lengths.lowerBound...lengths.upperBound + 2).contains(file.size) else { return nil }
        return .fail(
            "\(path) has \(file.size) bytes, a secret has \(lengths.lowerBound) to \(lengths.upperBound): nothing is sent",
            cure: "docs/webhooks.md shows how to create it")
    }

    private func unit(_ system: SystemFacts) -> CheckResult? {
        guard let path = system.units?[Self.path], path.exists else { return missing(system) }
        let service = system.units?[Self.service]
        if let failure = service?.failure {
            return .fail(
                "\(Self.service) failed (\(failure))",
                cure: "\(Self.journal) shows why; then sudo systemctl restart \(Self.service)")
        }
        // The path may be inactive while the service runs.
        guard !path.isActive, service?.isActive != true else { return nil }
        let reason = path.isMasked ? "is masked" : path.failure.map { "failed (\($0))" } ?? "is not active"
        let cure = path.isMasked ? "sudo systemctl unmask \(Self.path), then " : ""
        return .fail("\(Self.path) \(reason): nothing is sent", cure: "\(cure)sudo systemctl restart \(Self.path)")
    }

    /// A failure: the daemon is installed, but not the package of the sender.
    private func missing(_ system: SystemFacts) -> CheckResult? {
        guard system.units?[DaemonCheck.unit]?.exists == true else { return nil }
        return .fail("\(Self.program) is not installed: nothing is sent", cure: system.host.installPublisher)
    }

    private func queue(_ system: SystemFacts) -> CheckResult {
        let facts = system.webhooks
        let count = system.settings.webhooks.count
        let message = "\(count) webhook\(count == 1 ? "" : "s")"
        if case .inaccessible(let reason) = facts.visibility {
            return .skipped("\(message); the queue is not visible: \(reason)", because: .group)
        }
        if let unseen = facts.files.filter({ (try? $0.value.get()) == nil }).keys.min() {
            return .skipped("\(message), but \(unseen) is not readable by this user", because: .group)
        }
        if let late = late(system) { return late }
        if facts.damaged > 0 {
            let directory = system.settings.damagedWebhooks
            let message = "\(facts.damaged) damaged events are in \(directory)"
            return .warn(message, cure: "inspect and remove them")
        }
        // Entries of removed webhooks are dropped.
        let waiting = system.settings.webhooks.reduce(0) { $0 + (facts.waiting[$1.name]?.count ?? 0) }
        return .ok(waiting == 0 ? "\(message), queue empty" : "\(message), \(waiting) events wait and are being sent")
    }

    /// A warning about the webhook whose first event has waited longest, if too long.
    private func late(_ system: SystemFacts) -> CheckResult? {
        let lanes = system.settings.webhooks.compactMap { webhook in
            system.webhooks.waiting[webhook.name].flatMap { lane in lane.since.map { (webhook, lane.count, $0) } }
        }
        guard let (webhook, count, since) = lanes.min(by: { $0.2 < $1.2 }), system.now - since > Self.maxWait
        else { return nil }
        let isManned = system.units?[Self.path]?.exists == true
        let cure = isManned ? "\(Self.journal) shows its responses" : "run \(Self.program), which sends them"
        return .warn(
            "\(webhook.name) (\(webhook.address)): \(count) events wait, the first one for "
                + AgeText.span(system.now - since), cure: cure)
    }
}
