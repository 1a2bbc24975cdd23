import Basics

extension Destination {
    /// The time without an answer after which messages are sent again; nil if the transport sees to it.
    private var answerTimeout: Duration? {
        rules.answerTimeout.map { Backoff(from: $0, to: rules.retryMax, failures: retry.failures + 1).delay }
    }

    /// The uptime at which an answer is overdue; nil if none is waited for.
    var answerDeadline: Duration? {
        guard let answerTimeout, let oldest = inFlight.values.map(\.sent).min() else { return nil }
        return oldest + answerTimeout
    }

    /// Gives up all messages without an answer if one of them is overdue, so that they are sent again; returns what to
    /// log.
    ///
    /// The consumer is busy or away: only the next message is sent, and has twice the time. A repeated message does no
    /// harm where this is used.
    public mutating func giveUpUnanswered(at uptime: Duration) -> [DeliveryNotice] {
        guard let answerTimeout, let answerDeadline, answerDeadline <= uptime else { return [] }
        for id in inFlight.keys.sorted() { _ = handle(id, .unanswered, at: uptime, jitter: 1) }
        let seconds = rules.answerTimeout?.components.seconds ?? 0
        let text = retry.recordFailure(
            "no answer within \(seconds) s", at: uptime, hasWaited: true, jitter: 1)
        return text.map { [.failed($0, nextAttempt: uptime + answerTimeout)] } ?? []
    }
}
