import Location

/// A line of gpsd's JSON, as far as a doctor reads it (gpsd_json(5)).
struct GPSDMessage: Decodable {
    struct Device: Decodable {
        let path: String?
        let driver: String?
        let subtype: String?
        let subtype1: String?
    }

    struct Satellite: Decodable {
        let used: Bool?
    }

    let `class`: String
    let release: String?
    let devices: [Device]?
    let device: String?
    let mode: Int?
    let status: Int?
    let time: String?
    let eph: Double?
    let nSat: Int?
    let uSat: Int?
    let satellites: [Satellite]?
}
