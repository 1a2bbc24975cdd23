import CLinux
import Glibc

/// A non-blocking TCP connection attempt to the first of several addresses that accepts.
public struct Connector: Sendable {
    private var addresses: [SocketAddress]
    private let name: String
    private var failure: SystemError?

    /// Creates a connector for these addresses; `name` stands for all of them in errors.
    ///
    /// `attempt` is the number of failed attempts before. Each starts with another address, so that one which drops all
    /// packets does not block the others.
    public init(_ addresses: [SocketAddress], name: String, attempt: Int) {
        let start = addresses.isEmpty ? 0 : attempt % addresses.count
        self.addresses = (addresses[start...] + addresses[..<start]).reversed()
        self.name = name
    }

    /// Resolves the host, which may block on a name server, and creates a connector for its addresses.
    ///
    /// - Throws: ``ResolveError`` if the name is unknown.
    public init(host: String, port: UInt16) throws(ResolveError) {
        self.init(try SocketAddress.resolve(host: host, port: port), name: "\(host):\(port)", attempt: 0)
    }

    /// Starts the next attempt; the returned socket becomes writable when the attempt has ended.
    ///
    /// - Throws: ``SystemError`` of the last attempt if no address is left.
    public mutating func next() throws(SystemError) -> FileDescriptor {
        while let address = addresses.popLast() {
            do {
                return try TCPSocket.connect(to: address)
            } catch {
                failure = error
            }
        }
        throw SystemError("connect", name, code: failure?.code ?? EHOSTUNREACH)
    }

    /// Records why an attempt has failed; ``next()`` throws it when no address is left.
    public mutating func recordFailure(_ error: SystemError) {
        failure = error
    }
}
