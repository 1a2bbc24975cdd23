import Access
import FleetStore

/// The credentials of a client, which can be checked again while its stream is open.
enum FleetCredential: Hashable, Sendable {
    /// The name of a member that the reverse proxy has authenticated.
    case proxy(member: String)
    /// The cookie of a browser.
    case session(SecretHash)
    /// The token of a program.
    case program(SecretHash)
}

/// The decision about a request with valid credentials.
struct FleetAdmission: Sendable {
    /// What the client may see.
    let viewer: FleetViewer
    /// The credentials.
    let credential: FleetCredential
    /// The secret of the session that is due for renewal, whose cookie must be set again; nil otherwise.
    var renewal: Secret?

    /// True for a member who is signed in.
    var isMember: Bool {
        if case .program = credential { false } else { true }
    }

    /// True for a browser that can sign out.
    var hasSession: Bool {
        if case .session = credential { true } else { false }
    }
}
