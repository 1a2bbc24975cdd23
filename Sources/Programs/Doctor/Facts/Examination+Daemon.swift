import APIClient

extension Examination {
    /// Who the running daemon is, or else who the package's would be; nil where that is nobody.
    var daemonUser: (identity: Identity, name: String)? {
        let pid = daemon.document?.daemon?.pid ?? units?[DaemonCheck.unit]?.pid
        if let process = processes.first(where: { $0.pid == pid }) {
            return (process.identity, users.name(ofUser: process.identity.user))
        }
        return packageUser
    }

    /// Who the units are that act on what happens at places: the package's user, or else who runs the daemon by hand.
    var unitUser: (identity: Identity, name: String)? { packageUser ?? daemonUser }

    private var packageUser: (identity: Identity, name: String)? {
        users.user(named: "whereismy").map { (users.identity(of: $0), $0.name) }
    }
}
