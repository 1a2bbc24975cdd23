import Basics
import Configuration
import Linux
import Location
import Pages
import Webhooks

/// Whether events are sent to the webhooks of the configuration.
struct WebhooksCheck: Check {
    let name = CheckName.webhooks

    static let units = [path, service]

    private static let path = "whereismy-webhooks.path"
    private static let service = "whereismy-webhooks.service"
    private static let journal = "journalctl -u whereismy-webhooks"
    /// As long as a receiver may be away for a restart.
    private static let maxWait = Duration.seconds(300)

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        let webhooks = examination.settings.webhooks
        guard !webhooks.isEmpty else { return .ok("none: there is no [webhook NAME] in whereismy.conf") }
        return file(examination) ?? unit(examination) ?? queue(examination)
    }

    /// A secret, or certificates, that the sender cannot read.
    private func file(_ examination: SystemFacts) -> CheckResult? {
        for (path, status) in examination.webhooks.files.sorted(by: { $0.key < $1.key }) {
            switch status {
            case .failure(let error) where error.isNotFound:
                return .fail("\(path) is not there: nothing is sent", cure: "docs/webhooks.md tells how to make it")
            case .failure: continue
            case .success(let file):
                if let fault = denial(path, file, examination) ?? refusal(path, file, examination) { return fault }
            }
        }
        return nil
    }

    private func denial(_ path: String, _ file: FileStatus, _ examination: SystemFacts) -> CheckResult? {
        guard let (user, name) = examination.unitUser, !user.isAllowed(.read, on: file) else { return nil }
        return .fail(
            "\(name) may not read \(path): nothing is sent",
            cure: "sudo chgrp \(name) \(path) && sudo chmod g+r \(path)")
    }

    /// What the sender can read, and does not go by (`WebhookSecret`).
    private func refusal(_ path: String, _ file: FileStatus, _ examination: SystemFacts) -> CheckResult? {
        guard file.kind == .regular else {
            return .fail("\(path) is no file: nothing is sent", cure: "docs/webhooks.md tells how to make it")
        }
        guard examination.settings.webhooks.contains(where: { $0.secretFile == path }) else { return nil }
        guard file.mode & 0o027 == 0 else {
            return .fail("\(path) is open to others: nothing is sent", cure: "sudo chmod g-w,o= \(path)")
        }
        // A line end may come behind it.
        let lengths = WebhookSecret.lengths
        guard !(lengths.lowerBound...lengths.upperBound + 2).contains(file.size) else { return nil }
        return .fail(
            "\(path) has \(file.size) bytes, a secret has \(lengths.lowerBound) to \(lengths.upperBound): nothing is sent",
            cure: "docs/webhooks.md tells how to make it")
    }

    private func unit(_ examination: SystemFacts) -> CheckResult? {
        guard let path = examination.units?[Self.path], path.exists else { return nil }
        let service = examination.units?[Self.service]
        if let failure = service?.failure {
            return .fail(
                "\(Self.service) failed (\(failure))",
                cure: "\(Self.journal) says why; then sudo systemctl restart \(Self.service)")
        }
        // While it sends, the path may be at rest.
        guard !path.isActive, service?.isActive != true else { return nil }
        let reason = path.isMasked ? "is masked" : path.failure.map { "failed (\($0))" } ?? "is not active"
        let cure = path.isMasked ? "sudo systemctl unmask \(Self.path), then " : ""
        return .fail("\(Self.path) \(reason): nothing is sent", cure: "\(cure)sudo systemctl restart \(Self.path)")
    }

    private func queue(_ examination: SystemFacts) -> CheckResult {
        let facts = examination.webhooks
        let count = examination.settings.webhooks.count
        let words = "\(count) webhook\(count == 1 ? "" : "s")"
        if case .inaccessible(let reason) = facts.visibility {
            return .skipped("\(words); what waits is not to be seen: \(reason)", because: .group)
        }
        if let unseen = facts.files.filter({ (try? $0.value.get()) == nil }).keys.min() {
            return .skipped("\(words), but \(unseen) may not be looked at", because: .group)
        }
        if let late = late(examination) { return late }
        if facts.damaged > 0 {
            let directory = examination.settings.damagedWebhooks
            let words = "\(facts.damaged) events that cannot be read are in \(directory)"
            return .warn(words, cure: "look at them, and remove them")
        }
        // What waits for one that is not configured any more is dropped.
        let waiting = examination.settings.webhooks.reduce(0) { $0 + (facts.waiting[$1.name]?.count ?? 0) }
        return .ok(waiting == 0 ? "\(words), nothing waits" : "\(words), \(waiting) events wait and are being sent")
    }

    /// The webhook whose first event has waited longest, where that is too long.
    private func late(_ examination: SystemFacts) -> CheckResult? {
        let lanes = examination.settings.webhooks.compactMap { webhook in
            examination.webhooks.waiting[webhook.name].flatMap { lane in lane.since.map { (webhook, lane.count, $0) } }
        }
        guard let (webhook, count, since) = lanes.min(by: { $0.2 < $1.2 }), examination.now - since > Self.maxWait
        else { return nil }
        let isManned = examination.units?[Self.path]?.exists == true
        let cure = isManned ? "\(Self.journal) tells what it answers" : "nobody sends them: whereismy-webhooks does"
        return .warn(
            "\(webhook.name) (\(webhook.address)): \(count) events wait, the first one for "
                + AgeText.span(examination.now - since), cure: cure)
    }
}
