/// The daemon's status without the report; nil members are not known.
public struct StatusDocument: Decodable, Sendable {
    /// A satellite in view.
    public struct Satellite: Decodable, Sendable {
        /// The satellite system, such as GPS.
        public let constellation: String
        /// The number within the system.
        public let number: Int
        /// Degrees above the horizon.
        public let elevation: Double?
        /// Degrees clockwise from north.
        public let azimuth: Double?
        /// The signal strength in dBHz.
        public let signal: Double?
        /// True if the fix uses the satellite.
        public let used: Bool
    }

    /// The process of the daemon.
    public struct Daemon: Decodable, Sendable {
        /// The version of the program.
        public let version: String?
        /// The process identifier.
        public let pid: Int?
        /// Seconds since the start.
        public let uptime: Double?
        /// The resident memory in bytes.
        public let memory: Int?
    }

    /// The connection to gpsd.
    public struct GPSD: Decodable, Sendable {
        /// Lines that could not be read.
        public struct Unread: Decodable, Sendable {
            /// What they are, in a few words.
            public let what: String
            /// Their number since the daemon started.
            public let count: Int
        }

        /// The host and the port.
        public let address: String?
        /// The lines that could not be read, the most frequent first; nil if there were none.
        public let unread: [Unread]?
    }

    /// What waits in memory because the history cannot be written.
    public struct Outage: Decodable, Sendable {
        /// Why the last attempt failed.
        public let reason: String
        /// The number of fixes that wait.
        public let fixes: Int
        /// The number of place events that wait.
        public let events: Int
        /// The number of fixes that were dropped because too many wait; nil for none.
        public let lost: Int?

        /// The reason and what waits, such as `no space left on the disk; 40 fixes and 1 place event wait in memory`.
        public var text: String {
            let waiting = [("fix", "fixes", fixes), ("place event", "place events", events)]
                .filter { $0.2 > 0 }.map { one, many, count in "\(count) \(count == 1 ? one : many)" }
            let verb = fixes + events == 1 ? "waits" : "wait"
            let parts = [
                reason, waiting.isEmpty ? nil : "\(waiting.joined(separator: " and ")) \(verb) in memory",
                lost.map { "\($0) lost" },
            ]
            return parts.compactMap(\.self).joined(separator: "; ")
        }
    }

    /// The history.
    public struct History: Decodable, Sendable {
        /// The path of the file.
        public let file: String
        /// The number of fixes.
        public let fixes: Int?
        /// The size of the file in bytes.
        public let bytes: Int?
        /// The time of the first fix, in ISO 8601.
        public let first: String?
        /// The time of the last fix, in ISO 8601.
        public let last: String?
        /// What cannot be written; nil while writing works.
        public let outage: Outage?
    }

    /// A socket that accepts connections.
    public struct Listener: Decodable, Sendable {
        /// The address, or the path of a Unix socket.
        public let address: String
        /// The access rule: `group`, `token` or `open`.
        public let access: String
        /// True if systemd passed the socket.
        public let passed: Bool?
    }

    /// The satellites in view.
    public let inView: [Satellite]?
    /// The process of the daemon.
    public let daemon: Daemon?
    /// The connection to gpsd.
    public let gpsd: GPSD?
    /// The history.
    public let history: History?
    /// The sockets that accept connections.
    public let listeners: [Listener]?
}
