public import Linux
import Synchronization

/// The answer of a ``FakeHTTPServer`` to a request.
public enum FakeHTTPResponse: Hashable, Sendable {
    /// A status with content.
    case status(Int, String)
    /// The end of the connection in place of an answer: the request was taken, and its sender does not know.
    case lost
    /// Half a status line, then the end of the connection.
    case half
}

/// A request to a ``FakeHTTPServer``.
public struct FakeHTTPRequest: Hashable, Sendable {
    /// The request line and the headers.
    public let head: String
    /// The content.
    public let body: [UInt8]
    /// The answer that it got.
    public let answer: FakeHTTPResponse
}

/// A minimal HTTP/1.1 server on loopback that answers as a test wants it.
public final class FakeHTTPServer: Sendable {
    /// Returns the answer to a request, by its number since the start, from 0, and its content.
    public typealias Script = @Sendable (_ number: Int, _ body: [UInt8]) -> FakeHTTPResponse

    /// The port it listens on.
    public let port: UInt16

    private struct State {
        var script: Script
        var requests: [FakeHTTPRequest] = []
        var isStopped = false
    }

    /// What the server's thread and the test share.
    private final class Shared: Sendable {
        let state: Mutex<State>
        let wake: WakeSignal
        let change: WakeSignal
        let listener: LoopbackListener

        init(_ script: @escaping Script) throws(SystemError) {
            state = Mutex(State(script: script))
            wake = try WakeSignal()
            change = try WakeSignal()
            listener = try LoopbackListener()
        }
    }

    private let shared: Shared
    private let thread: WorkerThread

    /// Starts to listen on a free port.
    ///
    /// - Throws: ``SystemError`` if descriptors or threads are exhausted.
    public init(script: @escaping Script) throws(SystemError) {
        let shared = try Shared(script)
        self.shared = shared
        port = shared.listener.port
        thread = try WorkerThread(name: "fake-http") {
            var clients: [FakeHTTPClient] = []
            while Self.turn(shared, &clients) {}
        }
    }

    deinit {
        stop()
    }

    /// The script; a change applies to later requests.
    public var script: Script {
        get { shared.state.withLock { $0.script } }
        set { shared.state.withLock { $0.script = newValue } }
    }

    /// The requests so far.
    public var requests: [FakeHTTPRequest] { shared.state.withLock { $0.requests } }

    /// Closes all connections and stops listening.
    public func stop() {
        shared.state.withLock { $0.isStopped = true }
        shared.wake.signal()
        thread.join()
        shared.listener.shutDown()
    }

    /// Waits until the requests satisfy a condition, at most half a minute; returns true if they do.
    public func wait(until areAsWanted: ([FakeHTTPRequest]) -> Bool) -> Bool {
        let deadline = SystemClock.uptime + .seconds(30)
        while !areAsWanted(requests) {
            let rest = deadline - SystemClock.uptime
            guard rest > .zero else { return false }
            _ = Poll.wait([shared.change.interest], timeout: rest)
            shared.change.clear()
        }
        return true
    }

    /// Waits for one event and handles it; returns false at the end.
    private static func turn(_ shared: Shared, _ clients: inout [FakeHTTPClient]) -> Bool {
        let ready = Poll.wait(
            [shared.wake.interest, .readable(shared.listener.descriptor)]
                + clients.map { .descriptor($0.number, reads: true, writes: false) })
        for (client, isReady) in zip(clients, ready.dropFirst(2)) where isReady { client.receive() }
        if ready[1], let socket = shared.listener.accept() { clients.append(FakeHTTPClient(socket: socket)) }
        for client in clients { reply(to: client, shared) }
        clients.removeAll(where: \.isClosed)
        return shared.state.withLock { !$0.isStopped }
    }

    private static func reply(to client: FakeHTTPClient, _ shared: Shared) {
        while !client.isClosed, let (head, body) = client.nextRequest() {
            let answer = shared.state.withLock { state in
                let answer = state.script(state.requests.count, body)
                state.requests.append(FakeHTTPRequest(head: head, body: body, answer: answer))
                return answer
            }
            client.send(answer)
            shared.change.signal()
        }
    }
}

/// A client of a ``FakeHTTPServer``, on the server's thread.
private final class FakeHTTPClient {
    private let socket: FileDescriptor
    private var input: [UInt8] = []
    private(set) var isClosed = false

    init(socket: consuming FileDescriptor) {
        self.socket = socket
    }

    var number: Int32 { socket.number }

    /// Reads what has arrived.
    func receive() {
        guard let bytes = try? socket.read(upTo: 65_536), !bytes.isEmpty else { return isClosed = true }
        input += bytes
    }

    /// Takes the first request off the input; nil if it is not complete.
    func nextRequest() -> (head: String, body: [UInt8])? {
        let lines = String(decoding: input, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        guard let end = lines.firstIndex(of: "") else { return nil }
        let field = lines.prefix(end).first { $0.lowercased().hasPrefix("content-length:") }
        let length = field?.split(separator: " ").last.flatMap { Int($0) } ?? 0
        let head = lines.prefix(end).joined(separator: "\r\n")
        let start = head.utf8.count + 4
        guard input.count >= start + length else { return nil }
        defer { input.removeFirst(start + length) }
        return (head, Array(input[start..<start + length]))
    }

    func send(_ answer: FakeHTTPResponse) {
        switch answer {
        case .status(let status, let content):
            send("HTTP/1.1 \(status) Status\r\nContent-Length: \(content.utf8.count)\r\n\r\n\(content)")
        case .half: send("HTTP/1.1 2")
        case .lost: break
        }
        guard case .status = answer else { return isClosed = true }
    }

    private func send(_ text: String) {
        var rest = Array(text.utf8)
        while !rest.isEmpty, let count = try? TCPSocket.send(rest, to: socket) { rest.removeFirst(count) }
    }
}
