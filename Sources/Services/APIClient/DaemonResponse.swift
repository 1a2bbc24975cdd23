import JSON
import Location

/// A whole answer of the daemon.
public struct DaemonResponse: Hashable, Sendable {
    /// How it went, and the headers.
    public let head: ResponseHead
    /// What follows them.
    public let content: [UInt8]

    /// Reads all that a connection has brought.
    ///
    /// - Throws: ``ResponseError`` where it is no answer.
    public init(_ bytes: [UInt8]) throws(ResponseError) {
        var reader = ResponseReader()
        content = try reader.consume(bytes)
        try reader.finish()
        guard let head = reader.head else { throw .truncated }
        self.head = head
    }

    public init(head: ResponseHead, content: [UInt8]) {
        self.head = head
        self.content = content
    }

    /// Why the daemon refuses; nil where it does not.
    public var error: ErrorResponse? {
        guard !(200...299).contains(head.status) else { return nil }
        guard head["content-type"] == "application/problem+json",
            let problem = try? SafeJSON.decode(Problem.self, from: content)
        else { return ErrorResponse(status: head.status, code: "", detail: "the daemon answers \(head.status)") }
        return ErrorResponse(
            status: head.status, code: problem.code ?? "", detail: problem.detail ?? problem.title ?? "refused")
    }

    /// What a refusal says (RFC 9457).
    private struct Problem: Decodable {
        var title: String?
        var detail: String?
        var code: String?
    }
}

/// Why the daemon refuses.
public struct ErrorResponse: Hashable, Sendable {
    /// The kind of answer.
    public let status: Int
    /// One stable word; empty where there is none.
    public let code: String
    /// What is wrong, and what would work.
    public let detail: String

    /// Makes a refusal.
    public init(status: Int, code: String, detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }
}

/// Why bytes are no answer of the daemon.
public enum ResponseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// They are no HTTP, or more of it than is understood here.
    case notHTTP
    /// They end before the answer does.
    case truncated

    /// What is wrong and what would work, without the path.
    public var description: String {
        switch self {
        case .notHTTP: "what answers there is not whereismyd"
        case .truncated: "the answer broke off, ask again"
        }
    }
}
