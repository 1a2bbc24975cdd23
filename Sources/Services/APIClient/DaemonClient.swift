import Basics
public import Configuration
import JSON
public import Linux
import Location
public import Wire

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

/// Why the daemon has not done what it was asked.
public struct DaemonError: Error, Hashable, CustomStringConvertible {
    /// The message while no daemon runs.
    public static let noDaemon = "the daemon is not running"

    /// One line: what is wrong and what would work.
    public private(set) var description: String
    /// What a program is told about it.
    public let code: ExitCode
    /// The daemon's own word for it; nil where it has not come that far.
    public var problemCode: String?

    /// The socket cannot be used.
    public init(_ error: SystemError, daemonRuns: Bool) {
        let subject = "\(error.subject): \(error.reason)"
        if error.isPermissionDenied {
            (description, code) = ("\(subject), members of the group whereismy may ask", .failure)
        } else if daemonRuns {
            (description, code) = ("the daemon runs and does not answer: \(subject)", .unreachable)
        } else {
            (description, code) = (Self.noDaemon, .unreachable)
        }
    }

    /// What came back is no answer.
    public init(_ path: String, _ error: ResponseError) {
        (description, code) = ("\(path): \(error)", .failure)
    }

    /// What came back makes no sense.
    public init(_ path: String, damaged error: ReportJSONError) {
        (description, code) = ("\(path): \(error)", .failure)
    }

    /// The daemon refuses.
    public init(_ refusal: ErrorResponse) {
        // It goes to a terminal, and as one line.
        (description, code) = (PrintableText.sanitized(refusal.detail, limit: 1000), .failure)
        problemCode = refusal.code
    }

    /// The same, with the option that would work where the name of a place is taken.
    public var suggestingReplace: DaemonError {
        guard problemCode == "taken" else { return self }
        var error = self
        error.description += ", or say --replace"
        return error
    }
}
