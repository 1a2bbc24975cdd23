import Basics
import FleetProtocol
import Linux
import Synchronization
import Web

/// The thread that sends events to all streams: once a second it asks the database what has changed, once for each
/// distinct viewer.
final class DeviceFeed: Sendable {
    /// The interval between queries, and so between two events `change` of a stream.
    static let interval: Duration = .seconds(1)
    /// The minimum pause between two rounds.
    private static let minPause: Duration = .milliseconds(20)

    /// A stream with what it shows.
    struct Subscription: Sendable {
        let stream: EventStream
        /// The rights of its client.
        var visibility: Visibility
        /// The credentials, which are checked again while the stream is open.
        let credential: StreamCredential
        /// The only device of the stream; nil for all.
        let device: DeviceName?
    }

    private struct Content {
        var arrivals: [Subscription] = []
        var departures: Set<ObjectIdentifier> = []
    }

    private let content = Mutex(Content())
    private let count = Atomic<Int>(0)
    private let arrival: WakeSignal
    private let stopping: WakeSignal
    private let thread = Mutex<WorkerThread?>(nil)

    /// Starts the thread.
    ///
    /// - Throws: ``SystemError`` if no file descriptor or thread is left.
    init(
        authorizer: Authorizer, json: DeviceJSON, clock: @escaping @Sendable () -> Moment, log: RequestLog,
        session: @escaping @Sendable () -> DatabaseSession
    ) throws(SystemError) {
        arrival = try WakeSignal()
        stopping = try WakeSignal()
        let thread = try WorkerThread(name: "feed") { [self] in
            let loop = DeviceFeedLoop(session: session(), authorizer: authorizer, json: json, log: log)
            while true {
                let timeout = loop.nextRound.map { max(.zero, $0 - clock().uptime) }
                if Poll.wait([stopping.interest, arrival.interest], timeout: timeout)[0] { break }
                arrival.clear()
                let (arrivals, departures) = dequeue()
                loop.run(arrivals: arrivals, departures: departures, at: clock())
                count.store(loop.streamCount, ordering: .relaxed)
                // Many new clients at once share the query of their list.
                if Poll.wait([stopping.interest], timeout: Self.minPause)[0] { break }
            }
            loop.end()
        }
        self.thread.withLock { $0 = thread }
    }

    /// The number of open streams.
    var streamCount: Int { count.load(ordering: .relaxed) }

    /// Ends all streams and the thread.
    func stop() {
        stopping.signal()
        thread.withLock { $0 }?.join()
    }

    /// Returns the stream of a new client, of one device or of all; it begins once the client is connected.
    func stream(
        _ visibility: Visibility, credential: StreamCredential, device: DeviceName? = nil
    ) -> EventStream {
        EventStream { [self] stream in
            content.withLock {
                $0.arrivals.append(
                    Subscription(stream: stream, visibility: visibility, credential: credential, device: device))
            }
            arrival.signal()
        } onClose: { [self] stream in
            content.withLock { content in
                content.arrivals.removeAll { $0.stream === stream }
                content.departures.insert(ObjectIdentifier(stream))
            }
            arrival.signal()
        }
    }

    private func dequeue() -> (arrivals: [Subscription], departures: Set<ObjectIdentifier>) {
        content.withLock { content in
            defer { content = Content() }
            return (content.arrivals, content.departures)
        }
    }
}
