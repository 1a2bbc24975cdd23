import APIClient
import Basics
import Linux
import Location
import JSON

/// The connection of `whereismy watch`: takes the stream apart, and knows when to try again.
struct WatchLink {
    /// What has come by it.
    enum News: Hashable {
        /// A report as it was sent.
        case report([UInt8])
        /// So many reports were left out.
        case missed(Int)
        /// What came is nothing that a daemon says.
        case nonsense(ReplyError)
    }

    /// The daemon says something each 15 s; without that for so long it is taken for dead.
    private static let silence: Duration = .seconds(40)
    private static let shortestPause: Duration = .milliseconds(100)
    private static let longestPause: Duration = .seconds(5)

    private enum State {
        /// Since when nothing has come.
        case open(since: Duration)
        case waiting(until: Duration)
    }

    private var state = State.waiting(until: .zero)
    private var reader = ReplyReader()
    private var parser = EventParser()
    private var refusal: [UInt8] = []
    private var pause = shortestPause

    /// When something is due by itself.
    var deadline: Duration {
        switch state {
        case .open(let since): since + Self.silence
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
        reader = ReplyReader()
        parser.restart()
        refusal = []
        let last = parser.lastID.map { [("Last-Event-ID", $0)] } ?? []
        return ClientRequest(target: "/v1/events", headers: [("Accept", "text/event-stream")] + last).bytes
    }

    /// The connection has ended, and is tried again after a pause that grows.
    mutating func close(at uptime: Duration) {
        state = .waiting(until: uptime + pause)
        pause = min(pause * 2, Self.longestPause)
    }

    /// Takes bytes as they come.
    mutating func take(_ bytes: [UInt8], at uptime: Duration) -> [News] {
        state = .open(since: uptime)
        do throws(ReplyError) {
            let content = try reader.take(bytes)
            guard let head = reader.head else { return [] }
            guard head.status == 200 else {
                refusal += content
                return refusal.count > ReplyHead.limit ? [.nonsense(.noHTTP)] : []
            }
            let news = try parser.take(content).compactMap { Self.news($0) }
            if !news.isEmpty { pause = Self.shortestPause }
            return news
        } catch {
            return [.nonsense(error)]
        }
    }

    /// What the connection that has just ended came to, where it was no stream.
    var verdict: DaemonError? {
        guard let head = reader.head, head.status != 200 else { return nil }
        return Reply(head: head, content: refusal).refusal.map(DaemonError.init)
    }

    private static func news(_ event: ServerEvent) -> News? {
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
