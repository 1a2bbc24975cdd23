import Configuration
import Linux
import Systemd
import Webhooks

extension Courier {
    /// Takes on what has come into the queue, and puts aside what is none of an entry.
    mutating func look() throws(SystemError) {
        let names = try queue.names()
        for name in names.foreign where !stuck.contains(name) { putAside(name) }
        var byWebhook = Dictionary(grouping: names.entries) { $0.webhook }
        for webhook in webhooks {
            let mine = byWebhook.removeValue(forKey: webhook.name) ?? []
            lanes[webhook.name, default: Lane()].update(mine.filter { !stuck.contains("\($0)") })
        }
        for (webhook, names) in byWebhook { forget(names, of: webhook) }
    }

    /// Takes an entry out of the queue that is done with.
    mutating func remove(_ name: QueueName) {
        do throws(SystemError) {
            try queue.remove(name)
        } catch {
            tell(.error, "webhook \(name.webhook): \(error)")
            stuck.insert("\(name)")
        }
    }

    /// Puts a file aside that is no entry.
    mutating func putAside(_ name: String) {
        do throws(SystemError) {
            let fate =
                switch try queue.putAside(name) {
                case .aside: "is damaged, and put into \(queue.damaged)"
                case .removed: "is no entry, too long or no file, and removed"
                case .hidden: "is no entry but a directory, and hidden"
                }
            tell(.warning, "webhooks: \(name) \(fate)")
        } catch {
            tell(.error, "webhooks: \(name) is no entry and cannot be put into \(queue.damaged): \(error)")
            stuck.insert(name)
        }
    }

    private mutating func forget(_ names: [QueueName], of webhook: String) {
        let names = names.filter { !stuck.contains("\($0)") }
        for name in names { remove(name) }
        if !names.isEmpty { tell(.warning, "webhook \(webhook): not configured any more, \(names.count) dropped") }
    }
}
