import JSON

/// A complete response of the daemon.
public struct DaemonResponse: Hashable, Sendable {
    /// The status and the header fields.
    public let head: ResponseHead
    /// The content.
    public let content: [UInt8]

    /// Parses all bytes received on a connection.
    ///
    /// - Throws: ``ResponseError`` if they are not a complete response.
    public init(_ bytes: [UInt8]) throws(ResponseError) {
        var reader = ResponseReader()
        content = try reader.consume(bytes)
        try reader.finish()
        guard let head = reader.head else { throw .truncated }
        self.head = head
    }

    /// Creates a response.
    public init(head: ResponseHead, content: [UInt8]) {
        self.head = head
        self.content = content
    }

    /// The error; nil for a successful response.
    public var error: ErrorResponse? {
        guard !(200...299).contains(head.status) else { return nil }
        guard head["content-type"] == "application/problem+json",
            let problem = try? SafeJSON.decode(Problem.self, from: content)
        else {
            return ErrorResponse(status: head.status, code: "", detail: "the daemon returned status \(head.status)")
        }
        return ErrorResponse(
            status: head.status, code: problem.code ?? "", detail: problem.detail ?? problem.title ?? "refused")
    }

    /// A problem document (RFC 9457).
    private struct Problem: Decodable {
        var title: String?
        var detail: String?
        var code: String?
    }
}

/// An error response of the daemon.
public struct ErrorResponse: Hashable, Sendable {
    /// The status code.
    public let status: Int
    /// The stable code of the problem; empty if there is none.
    public let code: String
    /// The problem and the fix.
    public let detail: String

    /// Creates an error response.
    public init(status: Int, code: String, detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }
}

/// The reason that bytes are not a valid response.
public enum ResponseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are not HTTP, or use features that this client does not support.
    case notHTTP
    /// The bytes end before the response does.
    case truncated

    /// The problem and the fix, without the path.
    public var description: String {
        switch self {
        case .notHTTP: "the peer is not whereismyd"
        case .truncated: "the response was truncated; try again"
        }
    }
}
