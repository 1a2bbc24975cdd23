import JSON
import Location

/// An object of gpsd's JSON, with the members that the doctor needs (gpsd_json(5)).
struct GPSDMessage: Decodable {
    struct Device: Decodable {
        let path: LooseText?
        let driver: LooseText?
        let flags: LooseNumber?
        let subtype: LooseText?
        let subtype1: LooseText?
    }

    struct Satellite: Decodable {
        let used: LooseFlag?
    }

    let `class`: LooseText?
    let release: LooseText?
    let devices: [Device]?
    let device: LooseText?
    let mode: LooseNumber?
    let status: LooseNumber?
    let time: LooseTime?
    let lat: LooseNumber?
    let lon: LooseNumber?
    let eph: LooseNumber?
    let nSat: LooseNumber?
    let uSat: LooseNumber?
    let satellites: [Satellite]?
    let message: LooseText?

    /// The classes by which gpsd, or a program that resembles it, is recognised.
    private static let ownClasses: Set = ["VERSION", "DEVICES", "DEVICE", "WATCH", "TPV", "SKY"]

    /// True if gpsd may have sent it.
    var isOfGPSD: Bool { `class`?.value.map(Self.ownClasses.contains) ?? false }

    /// True if it has no possible position: none, one out of range, or 0, 0.
    var isNowhere: Bool {
        guard let place = Coordinate(latitude: lat?.value ?? .nan, longitude: lon?.value ?? .nan) else { return true }
        return place.isNullIsland
    }
}
