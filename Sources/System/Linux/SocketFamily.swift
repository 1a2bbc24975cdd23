/// What kind of address a socket has.
public enum SocketFamily: Hashable, Sendable {
    /// A file of this machine (unix(7)).
    case local
    /// An address and a port (ip(7), ipv6(7)).
    case network
}
