import CLinux
import Glibc

/// Clients of local sockets.
public enum LocalSocket {
    /// Connects, sends a request and reads the reply until the other side closes.
    ///
    /// - Parameters:
    ///   - path: The socket's file.
    ///   - request: The request; empty if the other side speaks first.
    ///   - limit: The maximum number of bytes to read.
    ///   - timeout: The maximum total time.
    /// - Returns: The reply.
    /// - Throws: ``SystemError`` with the path: `ENOENT` or `ECONNREFUSED` if no process is listening, `EACCES` without
    ///   permission, `EFBIG` beyond the limit, `ETIMEDOUT` on timeout.
    public static func exchange(
        _ path: String, sending request: [UInt8] = [], limit: Int, timeout: Duration
    ) throws(SystemError) -> [UInt8] {
        let deadline = SystemClock.uptime + timeout
        let descriptor = try connect(path, before: deadline)
        try send(request, to: descriptor, path, before: deadline)
        var contents: [UInt8] = []
        while true {
            guard Poll.wait(for: .readable(descriptor), until: deadline) else {
                throw SystemError("read", path, code: ETIMEDOUT)
            }
            let part: [UInt8]
            do throws(SystemError) { part = try descriptor.read(upTo: 65_536) } catch {
                if error.isTransient { continue }
                throw SystemError("read", path, code: error.code)
            }
            guard !part.isEmpty else { return contents }
            contents += part
            guard contents.count <= limit else { throw SystemError("read", path, code: EFBIG) }
        }
    }

    /// Sends all the bytes, waiting if necessary.
    ///
    /// - Throws: ``SystemError`` with the path, `ETIMEDOUT` if the other side does not read them in time.
    public static func send(
        _ bytes: [UInt8], to descriptor: borrowing FileDescriptor, _ path: String, before deadline: Duration
    ) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            do throws(SystemError) { rest.removeFirst(try TCPSocket.send(rest, to: descriptor)) } catch {
                guard error.isTransient else { throw SystemError("write", path, code: error.code) }
                guard Poll.wait(for: .writable(descriptor), until: deadline) else {
                    throw SystemError("write", path, code: ETIMEDOUT)
                }
            }
        }
    }

    /// Connects; blocks only while the listener's backlog is full: EAGAIN (unix(7)).
    ///
    /// - Throws: ``SystemError`` with the path, as `exchange` does.
    public static func connect(_ path: String, before deadline: Duration) throws(SystemError) -> FileDescriptor {
        let descriptor = try FileDescriptor.socket(AF_UNIX, SOCK_STREAM)
        let (address, number) = (try SocketAddress(path: path), descriptor.number)
        while unsafe address.lend(to: { unsafe Glibc.connect(number, $0, $1) }) != 0 {
            let error = SystemError.last("connect", path)
            guard error.isTransient, SystemClock.uptime < deadline else { throw error }
            _ = Poll.wait([], timeout: .milliseconds(10))
        }
        return descriptor
    }
}

extension SocketAddress {
    /// The maximum length of a path in bytes; the kernel requires a NUL after it.
    static let maxPathLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// The address of a local socket: a path (unix(7)).
    ///
    /// - Throws: ``SystemError``, `ENAMETOOLONG` if the path does not fit, `ENOENT` if it is empty.
    init(path: String) throws(SystemError) {
        let name = Array(path.utf8)
        guard name.count <= Self.maxPathLength else { throw SystemError("bind", path, code: ENAMETOOLONG) }
        guard !name.isEmpty, !name.contains(0) else { throw SystemError("bind", path, code: ENOENT) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The path is shorter than the field, as checked above, and the field is all zeros.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        // The bytes of one value.
        self.init(family: AF_UNIX, bytes: unsafe withUnsafeBytes(of: address) { unsafe Array($0) })
    }
}
