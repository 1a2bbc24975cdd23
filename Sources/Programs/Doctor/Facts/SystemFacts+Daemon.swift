import APIClient

extension SystemFacts {
    /// Who the running daemon is, or else who the package's would be; nil where that is nobody.
    var daemonUser: (identity: ProcessCredentials, name: String)? {
        let pid = daemon.document?.daemon?.pid ?? units?[DaemonCheck.unit]?.pid
        if let process = processes.first(where: { $0.pid == pid }) {
            return (process.credentials, users.name(ofUser: process.credentials.user))
        }
        return packageUser
    }

    /// Who the units are that act on what happens at places: the package's user, or else who runs the daemon by hand.
    var unitUser: (identity: ProcessCredentials, name: String)? { packageUser ?? daemonUser }

    private var packageUser: (identity: ProcessCredentials, name: String)? {
        users.user(named: "whereismy").map { (users.credentials(of: $0), $0.name) }
    }
}
