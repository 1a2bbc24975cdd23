import Configuration
import Linux

/// The answers of a service, which curl requests: this program is not linked with a library for HTTP and TLS.
final class RemoteInput: TrackInput {
    /// An empty list, with blanks, is shorter than any point.
    private static let maxEmptyLength = 16

    private let request: RemoteRequest
    private var page = 0
    private var answer: ProgramInput?
    /// The beginning of a page, until it is known not to be an empty list.
    private var head: [UInt8] = []
    private var hasPoints = false
    private var isAtEnd = false

    init(_ request: RemoteRequest) {
        self.request = request
    }

    var size: Int? { nil }

    func read() throws -> [UInt8] {
        while !isAtEnd {
            let answer = try answer ?? nextAnswer()
            self.answer = answer
            let bytes = try answer.read()
            if bytes.isEmpty {
                let rest = endAnswer()
                if !rest.isEmpty { return rest }
            } else if hasPoints {
                return bytes
            } else {
                head += bytes
                guard head.count > Self.maxEmptyLength else { continue }
                hasPoints = true
                defer { head = [] }
                return head
            }
        }
        return []
    }

    private func nextAnswer() throws -> ProgramInput {
        page += 1
        (head, hasPoints) = ([], false)
        let config = CurlOption.config(request.url(ofPage: page), request.secrets)
        return try ProgramInput("curl", CurlOption.arguments, input: config)
    }

    /// Ends a page; returns what it had, if that was short.
    private func endAnswer() -> [UInt8] {
        answer = nil
        let isEmpty = !hasPoints && head.filter { $0 > 0x20 } == Array("[]".utf8)
        isAtEnd = !request.isPaged || !hasPoints
        defer { head = [] }
        return isEmpty || hasPoints ? [] : head
    }
}

/// An option of curl's configuration, which it reads from standard input: other users can see arguments.
struct CurlOption: Hashable {
    let name: String
    /// Without control characters; nil for an option without a value.
    let value: String?

    /// The arguments of curl: no other configuration, and this one from standard input.
    static let arguments = ["--disable", "--config", "-"]

    private static let usual = [
        CurlOption(name: "silent", value: nil), CurlOption(name: "show-error", value: nil),
        CurlOption(name: "fail", value: nil), CurlOption(name: "location", value: nil),
        CurlOption(name: "max-redirs", value: "3"), CurlOption(name: "proto", value: "=http,https"),
        CurlOption(name: "globoff", value: nil), CurlOption(name: "compressed", value: nil),
        CurlOption(name: "connect-timeout", value: "20"), CurlOption(name: "speed-limit", value: "1"),
        CurlOption(name: "speed-time", value: "120"), CurlOption(name: "user-agent", value: "whereismy"),
    ]

    /// Returns the options for the authentication at a service.
    static func secrets(of service: ImportService) throws -> [CurlOption] {
        if let file = service.tokenFile {
            return [CurlOption(name: "header", value: "Authorization: Bearer \(try firstLine(of: file))")]
        }
        guard let user = service.user, let file = service.passwordFile else { return [] }
        return [CurlOption(name: "user", value: "\(user):\(try firstLine(of: file))")]
    }

    private static func firstLine(of file: String) throws -> String {
        let bytes = try FileContents.read(file)
        let line = bytes.prefix { $0 >= 0x20 }
        return String(decoding: line, as: UTF8.self)
    }

    static func config(_ url: String, _ secrets: [CurlOption]) -> [UInt8] {
        let options = usual + secrets + [CurlOption(name: "url", value: url)]
        return Array(options.map(\.line).joined(separator: "\n").utf8) + [0x0A]
    }

    /// The line of the configuration, with the value in quotation marks (curl(1), --config).
    private var line: String {
        guard let value else { return name }
        let escaped = value.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
        return "\(name) = \"\(String(escaped))\""
    }
}
