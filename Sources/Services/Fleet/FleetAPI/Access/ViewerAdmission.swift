import Access
import FleetStore

/// The credentials of a client, which can be checked again while its stream is open.
enum ViewerCredential: Hashable, Sendable {
    /// The name of a member that the reverse proxy has authenticated.
    case proxy(member: String)
    /// The cookie of a browser.
    case session(SecretHash)
    /// The token of a program.
    case program(SecretHash)
}

/// The decision about a request with valid credentials.
struct ViewerAdmission: Sendable {
    /// The rights of the client.
    let viewer: FleetViewer
    let credential: ViewerCredential
    /// The secret of the session that is due for renewal, whose cookie must be set again; nil otherwise.
    var renewal: Secret?

    /// True for a member who is signed in.
    var isMember: Bool {
        if case .program = credential { false } else { true }
    }
}
