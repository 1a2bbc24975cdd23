import Access
import FleetStore

/// What the clients of some streams may see: the streams of one sight share their queries.
enum FleetSight: Hashable, Sendable {
    /// A member, in whatever browser or program.
    case viewer(FleetViewer)
    /// The holders of a link.
    case share(FleetShare)
}

/// What a client presented to open a stream, to be checked again.
enum FleetStreamCredential: Hashable, Sendable {
    /// The credentials of a member.
    case member(FleetCredential)
    /// The secret of a link.
    case link(SecretHash)
}
