import APIClient
import Basics
import JSON
import Linux
import Location

/// The connection of `whereismy watch`: takes the stream apart, and knows when to try again.
struct EventStreamConnection {
    /// What has come by it.
    enum Message: Hashable {
        /// A report as it was sent.
        case report([UInt8])
        /// So many reports were left out.
        case missed(Int)
        /// What came is nothing that a daemon says.
        case invalid(ResponseError)
    }

    /// The daemon says something each 15 s; without that for so long it is taken for dead.
    private static let silenceTimeout: Duration = .seconds(40)
    private static let minPause: Duration = .milliseconds(100)
    private static let maxPause: Duration = .seconds(5)

    private enum State {
        /// Since when nothing has come.
        case open(since: Duration)
        case waiting(until: Duration)
    }

    private var state = State.waiting(until: .zero)
    private var reader = ResponseReader()
    private var parser = EventParser()
    private var errorContent: [UInt8] = []
    private var pause = minPause

    /// When something is due by itself.
    var deadline: Duration {
        switch state {
        case .open(let since): since + Self.silenceTimeout
        case .waiting(let until): until
        }
    }

    /// Whether the connection stands.
    var isOpen: Bool {
        if case .open = state { return true }
        return false
    }

    /// Begins a connection; answers what to say on it.
    mutating func open(at uptime: Duration) -> [UInt8] {
        state = .open(since: uptime)
        reader = ResponseReader()
        parser.restart()
        errorContent = []
        let last = parser.lastID.map { [("Last-Event-ID", $0)] } ?? []
        return ClientRequest(target: "/v1/events", headers: [("Accept", "text/event-stream")] + last).bytes
    }

    /// The connection has ended, and is tried again after a pause that grows.
    mutating func close(at uptime: Duration) {
        state = .waiting(until: uptime + pause)
        pause = min(pause * 2, Self.maxPause)
    }

    /// Takes bytes as they come.
    mutating func receive(_ bytes: [UInt8], at uptime: Duration) -> [Message] {
        state = .open(since: uptime)
        do throws(ResponseError) {
            let content = try reader.consume(bytes)
            guard let head = reader.head else { return [] }
            guard head.status == 200 else {
                errorContent += content
                return errorContent.count > ResponseHead.maxLength ? [.invalid(.notHTTP)] : []
            }
            let news = try parser.consume(content).compactMap { Self.message(from: $0) }
            if !news.isEmpty { pause = Self.minPause }
            return news
        } catch {
            return [.invalid(error)]
        }
    }

    /// What the connection that has just ended came to, where it was no stream.
    var error: DaemonError? {
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
