import CLinux
import Glibc

/// Makes a TCP connection to the first of several addresses that answers, without blocking.
public struct Connector: Sendable {
    private var addresses: [SocketAddress]
    private let name: String
    private var failure: SystemError?

    /// Will try these addresses in turn; `name` stands for all of them in errors.
    ///
    /// `attempt` says how often that has failed before: each begins with another address, so that one that swallows
    /// every packet does not stand before the others for ever.
    public init(_ addresses: [SocketAddress], name: String, attempt: Int) {
        let start = addresses.isEmpty ? 0 : attempt % addresses.count
        self.addresses = (addresses[start...] + addresses[..<start]).reversed()
        self.name = name
    }

    /// Looks the host up, which may block while a name server is asked, and will try its addresses.
    ///
    /// - Throws: ``ResolveError`` where the name is not known.
    public init(host: String, port: UInt16) throws(ResolveError) {
        self.init(try SocketAddress.resolve(host: host, port: port), name: "\(host):\(port)", attempt: 0)
    }

    /// The next attempt, as a socket that becomes writable when it has ended.
    ///
    /// - Throws: ``SystemError`` of the last attempt, when there is no address left.
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

    /// Remembers why an attempt has failed, for the error in the end.
    public mutating func recordFailure(_ error: SystemError) {
        failure = error
    }
}
