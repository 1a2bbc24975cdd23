/// The kind of a socket's address.
public enum SocketFamily: Hashable, Sendable {
    /// A file of this machine (unix(7)).
    case local
    /// An IP address and a port (ip(7), ipv6(7)).
    case network
}
