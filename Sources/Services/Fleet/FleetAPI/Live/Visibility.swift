import Access
import FleetStore

/// What the clients of some streams may see: the streams of one visibility share their queries.
enum Visibility: Hashable, Sendable {
    /// A member, in any browser or program.
    case viewer(FleetViewer)
    /// The holders of a link.
    case share(FleetShare)
}

/// The credential with which a stream was opened, to be checked again.
enum StreamCredential: Hashable, Sendable {
    case member(ViewerCredential)
    case link(SecretHash)
}
