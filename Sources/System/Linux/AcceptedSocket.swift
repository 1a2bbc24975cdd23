/// A connection that somebody has made to a ``ListeningSocket``.
public struct AcceptedSocket: ~Copyable, Sendable {
    /// It, which never blocks.
    public let descriptor: FileDescriptor
    /// Who made it; nil for a local socket, whose file the kernel let them open.
    public let peer: PeerAddress?

    init(descriptor: consuming FileDescriptor, peer: PeerAddress?) {
        self.descriptor = descriptor
        self.peer = peer
    }

    /// Gives the connection to somebody who will close it.
    public consuming func release() -> Int32 { descriptor.release() }
}
