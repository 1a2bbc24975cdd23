public import Configuration
public import Linux
import JSON
import Wire

/// Asks the running daemon on its Unix socket.
public struct DaemonClient {
    private let settings: Settings
    private let exchange: @Sendable (_ path: String, _ request: [UInt8]) throws(SystemError) -> [UInt8]
    private let isLocked: @Sendable (_ path: String) -> Bool

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - settings: name the socket and the lock file.
    ///   - exchange: sends a request to a Unix socket and returns the reply.
    ///   - isLocked: returns true while a process holds the lock on a file.
    public init(
        _ settings: Settings,
        exchange: @escaping @Sendable (_ path: String, _ request: [UInt8]) throws(SystemError) -> [UInt8],
        isLocked: @escaping @Sendable (_ path: String) -> Bool
    ) {
        self.settings = settings
        self.exchange = exchange
        self.isLocked = isLocked
    }

    /// The socket's file.
    public var path: String { settings.apiSocket }

    /// Asks once.
    ///
    /// - Returns: what the daemon answers where it does not refuse.
    /// - Throws: ``DaemonError``.
    public func send(_ request: ClientRequest) throws(DaemonError) -> DaemonResponse {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try exchange(path, request.bytes)
        } catch {
            throw DaemonError(error, daemonRuns: isLocked(settings.lockFile))
        }
        let reply: DaemonResponse
        do throws(ResponseError) { reply = try DaemonResponse(bytes) } catch { throw DaemonError(path, error) }
        if let refusal = reply.error { throw DaemonError(refusal) }
        return reply
    }

    /// Asks for a document.
    ///
    /// - Returns: it, and the bytes that it was read from.
    /// - Throws: ``DaemonError``, also where it is not of that shape.
    public func document<Document: Decodable>(
        _ type: Document.Type, _ request: ClientRequest
    ) throws(DaemonError) -> (document: Document, bytes: [UInt8]) {
        guard let answer = try optionalDocument(type, request) else { throw DaemonError(path, .notHTTP) }
        return answer
    }

    /// Asks for a document that need not be there; nil where the answer has no content.
    ///
    /// - Throws: ``DaemonError``.
    public func optionalDocument<Document: Decodable>(
        _ type: Document.Type, _ request: ClientRequest
    ) throws(DaemonError) -> (document: Document, bytes: [UInt8])? {
        let reply = try send(request)
        guard !reply.content.isEmpty else { return nil }
        do {
            return (try SafeJSON.decode(type, from: reply.content), reply.content)
        } catch {
            throw DaemonError(path, .notHTTP)
        }
    }
}
