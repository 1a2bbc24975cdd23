package import Basics
package import HTTPServer
import Linux
import Synchronization
import Systemd

/// The journal's lines about failed requests: the same failure at most once a minute, however often somebody asks.
package final class RequestLog: Sendable {
    private let clock: @Sendable () -> Moment
    private let write: @Sendable (String) -> Void
    private let filter = Mutex(RepetitionFilter())

    /// - Parameters:
    ///   - clock: the clock.
    ///   - write: writes a line.
    package init(
        clock: @escaping @Sendable () -> Moment = { SystemClock.now() },
        write: @escaping @Sendable (String) -> Void = { Log.write(.warning, $0) }
    ) {
        self.clock = clock
        self.write = write
    }

    /// Logs a failure; its text contains nothing of the request.
    ///
    /// - Parameters:
    ///   - failure: the failure, also the key by which repetitions are recognised.
    ///   - method: the method of the request; nil if the line shows no request.
    ///   - path: the path of the request.
    package func report(_ failure: String, method: HTTPMethod? = nil, path: LoggedPath? = nil) {
        let uptime = clock().uptime
        guard let repetitions = filter.withLock({ $0.admit(failure, at: uptime) }) else { return }
        let request = [method?.rawValue, path?.description].compactMap(\.self).joined(separator: " ")
        let more = repetitions > 0 ? " (repeated \(repetitions) times)" : ""
        write(PrintableText.sanitized((request.isEmpty ? "" : "\(request): ") + failure + more))
    }
}

/// Recognises lines that were logged within the last minute.
struct RepetitionFilter {
    /// The minimum interval between equal lines.
    static let interval: Duration = .seconds(60)
    /// The maximum number of different lines within the interval; more are dropped, since a client may vary them.
    static let maxLines = 16

    private struct Line {
        let logged: Duration
        var repetitions = 0
    }

    private var lines: [String: Line] = [:]

    /// Returns the number of suppressed repetitions since the line was logged last; nil to suppress this one too.
    mutating func admit(_ text: String, at uptime: Duration) -> Int? {
        if let line = lines[text], uptime - line.logged < Self.interval {
            lines[text]?.repetitions += 1
            return nil
        }
        let repetitions = lines[text]?.repetitions ?? 0
        if lines[text] == nil, lines.count >= Self.maxLines {
            lines = lines.filter { uptime - $0.value.logged < Self.interval }
            guard lines.count < Self.maxLines else { return nil }
        }
        lines[text] = Line(logged: uptime)
        return repetitions
    }
}
