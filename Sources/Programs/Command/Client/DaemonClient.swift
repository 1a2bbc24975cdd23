import Configuration
import Linux
import SafeJSON
import Wire

/// Asks the running daemon on its Unix socket.
struct DaemonClient {
    private let context: Context
    private let settings: Settings

    init(_ settings: Settings, in context: Context) {
        self.context = context
        self.settings = settings
    }

    /// The socket's file.
    var path: String { settings.apiSocket }

    /// Asks once.
    ///
    /// - Returns: what the daemon answers where it does not refuse.
    /// - Throws: ``DaemonError``.
    func ask(_ request: ClientRequest) throws(DaemonError) -> Reply {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try context.exchange(path, request.bytes)
        } catch {
            throw DaemonError(error, daemonRuns: context.isLocked(settings.lockFile))
        }
        let reply: Reply
        do throws(ReplyError) { reply = try Reply(bytes) } catch { throw DaemonError(path, error) }
        if let refusal = reply.refusal { throw DaemonError(refusal) }
        return reply
    }

    /// Asks for a document.
    ///
    /// - Returns: it, and the bytes that it was read from.
    /// - Throws: ``DaemonError``, also where it is not of that shape.
    func document<Document: Decodable>(
        _ type: Document.Type, _ request: ClientRequest
    ) throws(DaemonError) -> (document: Document, bytes: [UInt8]) {
        guard let answer = try documentIfAny(type, request) else { throw DaemonError(path, .noHTTP) }
        return answer
    }

    /// Asks for a document that need not be there; nil where the answer has no content.
    ///
    /// - Throws: ``DaemonError``.
    func documentIfAny<Document: Decodable>(
        _ type: Document.Type, _ request: ClientRequest
    ) throws(DaemonError) -> (document: Document, bytes: [UInt8])? {
        let reply = try ask(request)
        guard !reply.content.isEmpty else { return nil }
        do {
            return (try SafeJSON.decode(type, from: reply.content), reply.content)
        } catch {
            throw DaemonError(path, .noHTTP)
        }
    }
}
