/// What the daemon tells of itself beside the report; what it does not tell is nil.
struct StatusDocument: Decodable {
    struct Satellite: Decodable {
        let constellation: String
        let number: Int
        let elevation: Double?
        let azimuth: Double?
        let signal: Double?
        let used: Bool
    }

    struct Daemon: Decodable {
        let version: String?
        let pid: Int?
        let uptime: Double?
        let memory: Int?
    }

    struct GPSD: Decodable {
        let address: String?
    }

    struct History: Decodable {
        let file: String
        let fixes: Int?
        let bytes: Int?
        let first: String?
        let last: String?
    }

    struct Listener: Decodable {
        let address: String
        let access: String
        let passed: Bool?
    }

    let inView: [Satellite]?
    let daemon: Daemon?
    let gpsd: GPSD?
    let history: History?
    let listeners: [Listener]?
}
