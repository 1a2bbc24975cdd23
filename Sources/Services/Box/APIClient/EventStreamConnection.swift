import Basics
import JSON

/// The connection to the daemon's event stream, `/v1/events`: parses it and schedules reconnections; pure.
///
/// Its owner has the socket: it sends the request of ``open(at:)``, passes what it receives to ``receive(_:at:)``, calls
/// ``close(at:)`` when the connection ends or has not begun, and acts at ``deadline``.
public struct EventStreamConnection: Sendable {
    /// A message of the stream.
    public enum Message: Hashable, Sendable {
        /// A report, as sent.
        case report([UInt8])
        /// The number of omitted reports.
        case missed(Int)
        /// A message that the daemon does not send.
        case invalid(ResponseError)
    }

    /// The timeout for a silent connection; the daemon sends something every 15 s.
    private static let silenceTimeout: Duration = .seconds(40)

    private enum State {
        /// The uptime of the last bytes.
        case open(since: Duration)
        case waiting(until: Duration)
    }

    private var state = State.waiting(until: .zero)
    private var reader = ResponseReader()
    private var parser = EventParser()
    private var errorContent: [UInt8] = []
    private var backoff = Backoff(from: .milliseconds(100), to: .seconds(5))

    /// Creates a connection that is due at once.
    public init() {}

    /// The uptime of the next timeout, if open, or of the next connection.
    public var deadline: Duration {
        switch state {
        case .open(let since): since + Self.silenceTimeout
        case .waiting(let until): until
        }
    }

    /// True while connected.
    public var isOpen: Bool {
        if case .open = state { return true }
        return false
    }

    /// Begins a connection; returns the request, which requests the events after the last one received.
    public mutating func open(at uptime: Duration) -> [UInt8] {
        state = .open(since: uptime)
        reader = ResponseReader()
        parser.restart()
        errorContent = []
        let last = parser.lastID.map { [("Last-Event-ID", $0)] } ?? []
        return ClientRequest(target: "/v1/events", headers: [("Accept", "text/event-stream")] + last).bytes
    }

    /// Ends the connection and schedules the next one after an increasing pause.
    public mutating func close(at uptime: Duration) {
        state = .waiting(until: uptime + backoff.recordFailure())
    }

    /// Processes received bytes.
    public mutating func receive(_ bytes: [UInt8], at uptime: Duration) -> [Message] {
        state = .open(since: uptime)
        do throws(ResponseError) {
            let content = try reader.consume(bytes)
            guard let head = reader.head else { return [] }
            guard head.status == 200 else {
                errorContent += content
                return errorContent.count > ResponseHead.maxLength ? [.invalid(.notHTTP)] : []
            }
            let messages = try parser.consume(content).compactMap { Self.message(from: $0) }
            if !messages.isEmpty { backoff.reset() }
            return messages
        } catch {
            return [.invalid(error)]
        }
    }

    /// The error of the ended connection; nil if it was a stream.
    public var error: DaemonError? {
        guard let head = reader.head, head.status != 200 else { return nil }
        return DaemonResponse(head: head, content: errorContent).error.map(DaemonError.init)
    }

    private static func message(from event: ServerEvent) -> Message? {
        switch event.kind {
        case "report": .report(event.data)
        case "missed": (try? SafeJSON.decode(Missed.self, from: event.data)).map { .missed($0.missed) }
        default: nil
        }
    }

    private struct Missed: Decodable {
        var missed: Int
    }
}
