import Basics
import Glibc
import Linux
import Location
import TestSupport
import Testing
import Wire

@testable import Publishing

/// The reports of a daemon on a socket that the test serves.
struct ReportStreamTests {
    private static let head = Array("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".utf8)
    /// More than one read of the socket returns.
    private static let padding = Array(repeating: Array(": heartbeat\n\n".utf8), count: 6000).flatMap(\.self)

    private let directory: ScratchDirectory
    private let listener: ListeningSocket
    private let stream: ReportStream
    private var path: String { directory.file("api.sock") }

    init() throws {
        directory = try ScratchDirectory()
        listener = try ListeningSocket.local(directory.file("api.sock"), mode: 0o600, backlog: 1)
        stream = ReportStream(path: directory.file("api.sock"))
    }

    private func event(_ json: [UInt8]) -> [UInt8] { Array("event: report\ndata: ".utf8) + json + Array("\n\n".utf8) }

    private func report(_ sequence: UInt64) -> [UInt8] {
        event(ReportJSON.encode(Report(state: .noFix, since: Timestamp(milliseconds: 0), sequence: sequence)))
    }

    private func send(_ bytes: [UInt8], to client: borrowing FileDescriptor) throws {
        try LocalSocket.send(bytes, to: client, path, before: SystemClock.uptime + .seconds(20))
    }

    @Test("of what has arrived, the newest report that can be read is returned, once")
    func newest() throws {
        stream.advance(at: .zero)
        guard let accepted = try listener.accept() else { throw SystemError("accept", path, code: EAGAIN) }
        let last = Self.padding + event([0x7B])
        try send(Self.head + report(1) + Self.padding + report(2) + last, to: accepted.descriptor)
        #expect(stream.read(at: .seconds(1))?.sequence == 2)
        #expect(stream.read(at: .seconds(2)) == nil)
    }

    @Test("a daemon counts as away 20 s after it has sent something, or 10 s after it has closed the connection")
    func availability() throws {
        #expect(!stream.isAvailable(at: .zero))
        stream.advance(at: .zero)
        do {
            guard let accepted = try listener.accept() else { throw SystemError("accept", path, code: EAGAIN) }
            try send(Self.head + report(1), to: accepted.descriptor)
            #expect(stream.read(at: .seconds(1)) != nil && stream.isAvailable(at: .seconds(20)))
            #expect(stream.deadline <= .seconds(21))
        }
        #expect(stream.read(at: .seconds(5)) == nil && stream.descriptor == nil)
        #expect(stream.isAvailable(at: .seconds(10)) && !stream.isAvailable(at: .seconds(11)))
    }
}
