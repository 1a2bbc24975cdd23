/// A connection that a ``ListeningSocket`` has accepted.
public struct AcceptedSocket: ~Copyable, Sendable {
    /// The non-blocking socket.
    public let descriptor: FileDescriptor
    /// The client's address; nil for a local socket, which is guarded by the mode of its file.
    public let peer: PeerAddress?

    init(descriptor: consuming FileDescriptor, peer: PeerAddress?) {
        self.descriptor = descriptor
        self.peer = peer
    }

    /// Returns the descriptor; the caller closes it.
    public consuming func release() -> Int32 { descriptor.release() }
}
