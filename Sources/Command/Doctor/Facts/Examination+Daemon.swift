extension Examination {
    /// Who the running daemon is, or else who the package's would be; nil where that is nobody.
    var daemonUser: (identity: Identity, name: String)? {
        let pid = daemon.document?.daemon?.pid ?? units?[DaemonCheck.unit]?.pid
        if let process = processes.first(where: { $0.pid == pid }) {
            return (process.identity, users.name(ofUser: process.identity.user))
        }
        guard let user = users.user(named: "whereismy") else { return nil }
        return (users.identity(of: user), user.name)
    }
}
