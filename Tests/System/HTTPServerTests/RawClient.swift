import Linux
import Testing

@testable import HTTPServer

/// A client that sends arbitrary bytes and reads responses.
final class RawClient {
    private let descriptor: FileDescriptor
    private var buffer: [UInt8] = []
    /// True once the server's close was read.
    private(set) var isClosed = false

    /// Connects by TCP.
    init(port: UInt16) throws {
        let address = try #require(try SocketAddress.resolve(host: "127.0.0.1", port: port).first)
        descriptor = try TCPSocket.connect(to: address)
        #expect(Poll.wait([.writable(descriptor)], timeout: .seconds(20)) == [true])
        try #require(TCPSocket.connectionError(of: descriptor) == nil)
    }

    /// Connects to a local socket.
    init(path: String) throws {
        descriptor = try LocalSocket.connect(path, before: SystemClock.uptime + .seconds(20))
    }

    /// Sends all of it, unless the server has closed the connection.
    func send(_ bytes: [UInt8]) {
        var rest = bytes
        while !rest.isEmpty {
            guard Poll.wait(for: .writable(descriptor), timeout: .seconds(20)) else { return }
            do throws(SystemError) { rest.removeFirst(try TCPSocket.send(rest, to: descriptor)) } catch {
                guard error.isTransient else { return }
            }
        }
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    /// Shuts down the sending direction.
    func endSending() { TCPSocket.shutDownSending(descriptor.number) }

    /// Reads the next bytes; returns true if any came within the time.
    @discardableResult
    func receive(within time: Duration = .seconds(20)) -> Bool {
        guard !isClosed, Poll.wait(for: .readable(descriptor), timeout: time) else { return false }
        let part = (try? descriptor.read(upTo: 65_536)) ?? []
        buffer += part
        isClosed = part.isEmpty
        return !part.isEmpty
    }

    /// Reads the next response; nil if the connection ends before it.
    func response(toHead: Bool = false) throws -> RawResponse? {
        guard let head = take(through: "\r\n\r\n") else { return nil }
        var response = try #require(RawResponse(head: head), "no HTTP: \(head)")
        if toHead || [204, 304].contains(response.status) { return response }
        if response["transfer-encoding"] == "chunked" {
            while let chunk = try self.chunk() { response.body += chunk }
        } else if let length = response["content-length"].flatMap({ Int($0) }) {
            response.body = try #require(take(length))
        } else {
            while receive() {}
            response.body = buffer
            buffer = []
        }
        return response
    }

    /// Reads the head of the next response only.
    func head() throws -> RawResponse {
        let head = try #require(take(through: "\r\n\r\n"))
        return try #require(RawResponse(head: head))
    }

    /// Reads the next chunk; nil for the last one.
    func chunk() throws -> [UInt8]? {
        let line = try #require(take(through: "\r\n"))
        let size = try #require(Int(line.prefix(while: \.isHexDigit), radix: 16))
        let bytes = try #require(take(size + 2))
        return size == 0 ? nil : Array(bytes.dropLast(2))
    }

    /// The bytes beyond the responses that were read.
    var unread: [UInt8] { buffer }

    /// Reads until the server closes the connection; returns true if it does in time.
    func isCut(within time: Duration = .seconds(20)) -> Bool {
        while receive(within: time) {}
        return isClosed
    }

    private func take(through mark: String) -> String? {
        let mark = Array(mark.utf8)
        var start = 0
        while true {
            while start + mark.count <= buffer.count {
                if buffer[start..<(start + mark.count)].elementsEqual(mark) {
                    return take(start + mark.count).map { String(decoding: $0, as: UTF8.self) }
                }
                start += 1
            }
            guard receive() else { return nil }
        }
    }

    private func take(_ count: Int) -> [UInt8]? {
        while buffer.count < count { guard receive() else { return nil } }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }
}
