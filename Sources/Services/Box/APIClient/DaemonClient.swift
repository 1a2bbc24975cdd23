import Basics
public import CommandLine
public import Configuration
import JSON
public import Linux
public import Wire

/// A client of the daemon's Unix socket.
public struct DaemonClient {
    private let settings: Settings
    private let exchange: @Sendable (_ path: String, _ request: [UInt8]) throws(SystemError) -> [UInt8]
    private let isLocked: @Sendable (_ path: String) -> Bool

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - settings: the paths of the socket and the lock file.
    ///   - exchange: sends a request to a Unix socket and returns the response.
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

    /// The path of the socket.
    public var path: String { settings.apiSocket }

    /// Sends a request; returns the successful response.
    ///
    /// - Throws: ``DaemonError``.
    public func send(_ request: ClientRequest) throws(DaemonError) -> DaemonResponse {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try exchange(path, request.bytes)
        } catch {
            throw DaemonError(error, daemonRuns: isLocked(settings.lockFile))
        }
        let response: DaemonResponse
        do throws(ResponseError) { response = try DaemonResponse(bytes) } catch { throw DaemonError(path, error) }
        if let errorResponse = response.error { throw DaemonError(errorResponse) }
        return response
    }

    /// Requests a document; returns it with its undecoded bytes.
    ///
    /// - Throws: ``DaemonError``, also if the content does not decode.
    public func document<Document: Decodable>(
        _ type: Document.Type, _ request: ClientRequest
    ) throws(DaemonError) -> (document: Document, bytes: [UInt8]) {
        guard let document = try optionalDocument(type, request) else { throw DaemonError(path, .notHTTP) }
        return document
    }

    /// Requests an optional document; nil if the response has no content.
    public func optionalDocument<Document: Decodable>(
        _ type: Document.Type, _ request: ClientRequest
    ) throws(DaemonError) -> (document: Document, bytes: [UInt8])? {
        let response = try send(request)
        guard !response.content.isEmpty else { return nil }
        do {
            return (try SafeJSON.decode(type, from: response.content), response.content)
        } catch {
            throw DaemonError(path, .notHTTP)
        }
    }
}

/// A failed request to the daemon.
public struct DaemonError: ExitCodeError, Hashable, CustomStringConvertible {
    /// The message if no daemon is running.
    public static let noDaemon = "the daemon is not running"

    /// One line: the problem and the fix.
    public private(set) var description: String
    /// The exit code.
    public let code: ExitCode
    /// The `code` of the daemon's problem document; nil if the request failed before.
    public var problemCode: String?

    /// The socket is not usable.
    public init(_ error: SystemError, daemonRuns: Bool) {
        let subject = "\(error.subject): \(error.reason)"
        if error.isPermissionDenied {
            description = "\(subject), members of the group whereismy have access"
            code = .failure
        } else if daemonRuns {
            description = "the daemon is running but does not respond: \(subject)"
            code = .unreachable
        } else {
            description = Self.noDaemon
            code = .unreachable
        }
    }

    /// The response is malformed.
    public init(_ path: String, _ error: ResponseError) {
        description = "\(path): \(error)"
        code = .failure
    }

    /// The report in the response is malformed.
    public init(_ path: String, damaged error: ReportJSONError) {
        description = "\(path): \(error)"
        code = .failure
    }

    /// The daemon returned an error.
    public init(_ errorResponse: ErrorResponse) {
        // The detail is printed to a terminal, as one line.
        description = PrintableText.sanitized(errorResponse.detail, limit: 1000)
        code = .failure
        problemCode = errorResponse.code
    }

    /// The same error, with `--replace` suggested if a place of that name exists.
    public var suggestingReplace: DaemonError {
        guard problemCode == "taken" else { return self }
        var error = self
        error.description += ", or use --replace"
        return error
    }
}
