import CLinux
import Glibc

/// Local sockets that others listen on.
public enum LocalSocket {
    /// Connects, says something and reads all there is to read until the other side ends.
    ///
    /// - Parameters:
    ///   - path: the socket's file.
    ///   - request: what is said; nothing where the other side speaks by itself.
    ///   - limit: bytes that are read at most.
    ///   - timeout: how long it may take altogether.
    /// - Returns: what was read.
    /// - Throws: ``SystemError`` with the path: `ENOENT` or `ECONNREFUSED` where nobody listens, `EACCES` where this
    ///   user may not, `EFBIG` beyond the limit, `ETIMEDOUT` where it takes too long.
    public static func exchange(
        _ path: String, sending request: [UInt8] = [], limit: Int, timeout: Duration
    ) throws(SystemError) -> [UInt8] {
        let deadline = SystemClock.uptime + timeout
        let descriptor = try connect(path, before: deadline)
        try send(request, to: descriptor, path, before: deadline)
        var contents: [UInt8] = []
        while true {
            guard wait(.readable(descriptor), until: deadline) else { throw SystemError("read", path, code: ETIMEDOUT) }
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

    /// Sends all the bytes, waiting where it must.
    ///
    /// - Throws: ``SystemError`` with the path, `ETIMEDOUT` where the other side does not take them in time.
    public static func send(
        _ bytes: [UInt8], to descriptor: borrowing FileDescriptor, _ path: String, before deadline: Duration
    ) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            do throws(SystemError) { rest.removeFirst(try TCPSocket.send(rest, to: descriptor)) } catch {
                guard error.isTransient else { throw SystemError("write", path, code: error.code) }
                guard wait(.writable(descriptor), until: deadline) else {
                    throw SystemError("write", path, code: ETIMEDOUT)
                }
            }
        }
    }

    /// Connects, which happens at once unless too many wait already: EAGAIN (unix(7)).
    ///
    /// - Throws: ``SystemError`` with the path, as `exchange` does.
    public static func connect(_ path: String, before deadline: Duration) throws(SystemError) -> FileDescriptor {
        let descriptor = try LocalAddress.socket()
        var address = try LocalAddress(path)
        while unsafe address.call(descriptor, { unsafe Glibc.connect($0, $1, $2) }) != 0 {
            let error = SystemError.last("connect", path)
            guard error.isTransient, SystemClock.uptime < deadline else { throw error }
            _ = Poll.wait([], timeout: .milliseconds(10))
        }
        return descriptor
    }

    private static func wait(_ interest: Poll.Interest, until deadline: Duration) -> Bool {
        let left = deadline - SystemClock.uptime
        return left > .zero && Poll.wait([interest], timeout: left)[0]
    }
}
