/// The daemon's status without the report; nil members are not known.
public struct StatusDocument: Decodable, Sendable {
    public struct Satellite: Decodable, Sendable {
        public let constellation: String
        public let number: Int
        public let elevation: Double?
        public let azimuth: Double?
        public let signal: Double?
        public let used: Bool
    }

    public struct Daemon: Decodable, Sendable {
        public let version: String?
        public let pid: Int?
        public let uptime: Double?
        public let memory: Int?
    }

    public struct GPSD: Decodable, Sendable {
        public let address: String?
    }

    public struct History: Decodable, Sendable {
        public let file: String
        public let fixes: Int?
        public let bytes: Int?
        public let first: String?
        public let last: String?
    }

    public struct Listener: Decodable, Sendable {
        public let address: String
        public let access: String
        public let passed: Bool?
    }

    public let inView: [Satellite]?
    public let daemon: Daemon?
    public let gpsd: GPSD?
    public let history: History?
    public let listeners: [Listener]?
}
