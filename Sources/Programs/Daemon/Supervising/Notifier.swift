import Systemd

/// Who has started the daemon and wants to know how it goes; told from any thread.
protocol Notifier: Sendable {
    /// All is there that others count on, also after ``reloading()``.
    func ready()
    /// What there is to say to people, in one line without coordinates.
    func report(status: String)
    /// The configuration is read anew; ``ready()`` ends that.
    func reloading()
    /// It has begun to end.
    func stopping()
    /// A sign of life: what receives, what tracks and what writes have all got on with it.
    func heartbeat()
    /// The start takes that much longer from now.
    func extendTimeout(by time: Duration)
}

extension ServiceManager: Notifier {}
