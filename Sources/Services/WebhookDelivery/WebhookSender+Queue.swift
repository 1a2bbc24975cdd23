import Configuration
import Linux
import Systemd
import Webhooks

extension WebhookSender {
    /// Takes on what has come into the queue, and puts aside what is none of an entry.
    mutating func scanQueue() throws(SystemError) {
        let names = try queue.names()
        for name in names.invalid where !stuckFiles.contains(name) { quarantine(name) }
        var byWebhook = Dictionary(grouping: names.entries) { $0.webhook }
        for webhook in webhooks {
            let mine = byWebhook.removeValue(forKey: webhook.name) ?? []
            lanes[webhook.name, default: DeliveryLane()].update(mine.filter { !stuckFiles.contains("\($0)") })
        }
        for (webhook, names) in byWebhook { removeAll(names, of: webhook) }
    }

    /// Takes an entry out of the queue that is done with.
    mutating func remove(_ name: QueueName) {
        do throws(SystemError) {
            try queue.remove(name)
        } catch {
            log(.error, "webhook \(name.webhook): \(error)")
            stuckFiles.insert("\(name)")
        }
    }

    /// Puts a file aside that is no entry.
    mutating func quarantine(_ name: String) {
        do throws(SystemError) {
            let fate =
                switch try queue.quarantine(name) {
                case .quarantined: "is damaged, and put into \(queue.damaged)"
                case .removed: "is no entry, too long or no file, and removed"
                case .hidden: "is no entry but a directory, and hidden"
                }
            log(.warning, "webhooks: \(name) \(fate)")
        } catch {
            log(.error, "webhooks: \(name) is no entry and cannot be put into \(queue.damaged): \(error)")
            stuckFiles.insert(name)
        }
    }

    private mutating func removeAll(_ names: [QueueName], of webhook: String) {
        let names = names.filter { !stuckFiles.contains("\($0)") }
        for name in names { remove(name) }
        if !names.isEmpty { log(.warning, "webhook \(webhook): not configured any more, \(names.count) dropped") }
    }
}
