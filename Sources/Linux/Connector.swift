import CLinux
import Glibc

/// Makes a TCP connection to the first address of a host that answers, without blocking but for the look-up.
public struct Connector: ~Copyable {
    private var addresses: [SocketAddress]
    private let name: String
    private var failure: SystemError?

    /// Looks the host up.
    ///
    /// May block while a name server is asked.
    ///
    /// - Throws: ``ResolveError`` where the name is not known.
    public init(host: String, port: UInt16) throws(ResolveError) {
        addresses = try SocketAddress.resolve(host: host, port: port).reversed()
        name = "\(host):\(port)"
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
    public mutating func note(_ error: SystemError) {
        failure = error
    }
}
