public import Basics
import Location

/// How the daemon runs: what does not change while it does.
public struct DaemonInfo: Sendable {
    /// Where requests come in.
    public struct Listener: Hashable, Sendable {
        /// The path of a Unix socket, or an address and its port.
        public var address: String
        /// Whether others than this machine's own may come by it.
        public var isNetwork: Bool
        /// Whether systemd has opened it.
        public var isPassed: Bool

        /// Describes a listener.
        public init(address: String, isNetwork: Bool, isPassed: Bool = false) {
            self.address = address
            self.isNetwork = isNetwork
            self.isPassed = isPassed
        }
    }

    /// The kernel's number for the process; nil where it is not told.
    public var processID: Int32?
    /// When it was started; nil where it is not told.
    public var started: Moment?
    /// Where gpsd is asked, such as `localhost:2947`; nil where it is not told.
    public var gpsd: String?
    /// Where requests come in.
    public var listeners: [Listener] = []

    /// Nothing that is known.
    public init() {}
}
