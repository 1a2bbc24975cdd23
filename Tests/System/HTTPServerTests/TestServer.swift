import Linux
import TestSupport
import Testing

@testable import HTTPServer

/// A server on a free loopback port and on a local socket, stopped when the test ends.
final class TestServer: Sendable {
    let server: HTTPServer
    let port: UInt16
    let path: String
    private let directory: ScratchDirectory

    init(
        limits: HTTPLimits = HTTPLimits(), _ handler: @escaping HTTPServer.Handler = TestServer.echo,
        admission: HTTPServer.Admission? = nil
    ) throws {
        directory = try ScratchDirectory()
        path = directory.file("api.sock")
        let address = try #require(try SocketAddress.resolve(host: "127.0.0.1", port: 0).first)
        let tcp = try ListeningSocket.tcp(address, backlog: 1024)
        let local = try ListeningSocket.local(path, mode: 0o660, backlog: 1024)
        port = try #require(tcp.port)
        server = try HTTPServer([tcp, local], limits: limits, admission: admission, handler: handler)
    }

    deinit { server.stop() }

    /// Echoes the request, a line per part.
    static let echo: HTTPServer.Handler = { request in
        let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let lines = [
            request.method.rawValue, request.path, query, "\(request.origin)", request.header("x-test") ?? "",
            String(decoding: request.body, as: UTF8.self),
        ]
        return HTTPResponse(
            headers: [HTTPField("Content-Type", "text/plain")], body: .bytes(Array(lines.joined(separator: "\n").utf8)))
    }

    /// Sends one request on a new connection.
    func exchange(_ request: String) throws -> RawResponse? {
        let client = try RawClient(port: port)
        client.send(request)
        return try client.response(toHead: request.hasPrefix("HEAD"))
    }

    /// Returns true if the server responds.
    func isAlive() throws -> Bool {
        try exchange("GET /alive HTTP/1.1\r\nHost: x\r\n\r\n")?.status == 200
    }
}
