import Linux

/// What there is of webhooks on the disk.
struct WebhooksFacts: Sendable {
    /// Whether the queue can be looked into.
    var visibility = Visibility.absent
    /// What waits to be sent, by the webhooks' names; those with nothing are not among them.
    var waiting: [String: QueueFacts] = [:]
    /// How many entries were put aside since they cannot be read.
    var damaged = 0
    /// The secrets and certificates that the configuration names, by their paths.
    var files: [String: Result<FileStatus, SystemError>] = [:]
}
