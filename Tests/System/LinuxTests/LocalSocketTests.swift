import Glibc
import Synchronization
import Testing

@testable import Linux

struct LocalSocketTests {
    private let file = TemporaryPath("socket")

    private func kind(of path: String) -> mode_t {
        var status = stat()
        // The path is lent to the call, which fills one value.
        return unsafe lstat(path, &status) == 0 ? status.st_mode : 0
    }

    private func listening(_ body: (ListeningSocket) throws -> Void) throws {
        let listener = try ListeningSocket.local(file.path, mode: 0o660, backlog: 4)
        try withExtendedLifetime(listener) { try body(listener) }
    }

    @Test("a reply is read to its end")
    func reads() throws {
        let path = file.path
        let reply = [UInt8](repeating: 0x61, count: 200_000)
        try listening { listener in
            let interest = listener.interest
            let reader = ReaderThread { try LocalSocket.exchange(path, limit: 1 << 20, timeout: .seconds(20)) }
            #expect(Poll.wait([interest], timeout: .seconds(20)) == [true])
            guard let client = try listener.accept() else {
                Issue.record("no connection to accept")
                return
            }
            var rest = reply
            while !rest.isEmpty {
                _ = Poll.wait([.writable(client.descriptor)], timeout: .seconds(20))
                rest.removeFirst((try? TCPSocket.send(rest, to: client.descriptor)) ?? 0)
            }
            _ = consume client
            let read = try reader.result.get()
            #expect(read == reply)
        }
    }

    @Test("a signal does not end the wait for a reply")
    func signals() throws {
        // Without a handler the kernel would continue the wait by itself; nothing else uses this signal.
        signal(SIGURG) { _ in }
        let path = file.path
        let thread = Mutex<pthread_t?>(nil)
        try listening { listener in
            let interest = listener.interest
            let reader = ReaderThread {
                thread.withLock { $0 = pthread_self() }
                return try LocalSocket.exchange(path, limit: 100, timeout: .seconds(20))
            }
            #expect(Poll.wait([interest], timeout: .seconds(20)) == [true])
            guard let client = try listener.accept(), let waiting = thread.withLock({ $0 }) else {
                Issue.record("no connection to accept")
                return
            }
            for _ in 0..<50 {
                pthread_kill(waiting, SIGURG)
                _ = Poll.wait([interest], timeout: .milliseconds(1))
            }
            _ = try TCPSocket.send([0x61], to: client.descriptor)
            _ = consume client
            let read = try reader.result.get()
            #expect(read == [0x61])
        }
    }

    @Test("a long request arrives whole and is replied to")
    func sends() throws {
        let path = file.path
        let request = [UInt8](repeating: 0x62, count: 1_000_000)
        try listening { listener in
            let interest = listener.interest
            let reader = ReaderThread {
                try LocalSocket.exchange(path, sending: request, limit: 100, timeout: .seconds(20))
            }
            #expect(Poll.wait([interest], timeout: .seconds(20)) == [true])
            guard let client = try listener.accept() else {
                Issue.record("no connection to accept")
                return
            }
            var count = 0
            while count < request.count, Poll.wait(for: .readable(client.descriptor), timeout: .seconds(20)) {
                count += try client.descriptor.read(upTo: 65_536).count
            }
            #expect(count == request.count)
            _ = try TCPSocket.send([0x63], to: client.descriptor)
            _ = consume client
            #expect(try reader.result.get() == [0x63])
        }
    }

    @Test("the file is a socket of the given mode regardless of the umask, and removed at the end")
    func mode() throws {
        try listening { _ in #expect(kind(of: file.path) == S_IFSOCK | 0o660) }
        #expect(kind(of: file.path) == 0)
    }

    @Test("the socket of a dead process refuses connections, and is replaced")
    func stale() throws {
        let descriptor = try FileDescriptor.socket(AF_UNIX, SOCK_STREAM)
        try SocketAddress(path: file.path).bind(descriptor)
        _ = consume descriptor
        let error = #expect(throws: SystemError.self) {
            try LocalSocket.exchange(file.path, limit: 100, timeout: .seconds(1))
        }
        #expect(error?.code == ECONNREFUSED && error?.subject == file.path)
        try listening { listener in
            let isEmpty = try listener.accept() == nil
            #expect(isEmpty)
        }
    }

    @Test("a missing listener, a path too long or empty: an error with the path and a reason")
    func errors() {
        let long = "/tmp/" + String(repeating: "x", count: 200)
        for (path, code) in [("/nowhere/sock", ENOENT), (long, ENAMETOOLONG), ("", ENOENT)] {
            let reading = #expect(throws: SystemError.self) {
                try LocalSocket.exchange(path, limit: 100, timeout: .seconds(1))
            }
            #expect(reading?.code == code && reading?.subject == path)
            let listening = #expect(throws: SystemError.self) {
                try ListeningSocket.local(path, mode: 0o600, backlog: 1)
            }
            #expect(listening?.code == code)
        }
    }

    @Test("too long a reply and no reply at all are errors")
    func limits() throws {
        try listening { listener in
            let silent = #expect(throws: SystemError.self) {
                try LocalSocket.exchange(file.path, limit: 100, timeout: .milliseconds(10))
            }
            #expect(silent?.code == ETIMEDOUT)
            let path = file.path
            let reader = ReaderThread { try LocalSocket.exchange(path, limit: 100, timeout: .seconds(20)) }
            for _ in 0..<2 {
                _ = Poll.wait([listener.interest], timeout: .seconds(20))
                guard let client = try listener.accept() else { continue }
                _ = try? TCPSocket.send([UInt8](repeating: 0, count: 200), to: client.descriptor)
            }
            #expect(throws: SystemError("read", path, code: EFBIG)) { try reader.result.get() }
        }
    }
}
