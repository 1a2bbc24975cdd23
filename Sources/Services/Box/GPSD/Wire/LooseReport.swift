import JSON
import Location

/// A report in JSON of any form: its members in any order, numbers as text, a time in seconds since 1970.
///
/// gpsd writes one form, which ``Unpacker`` reads many times as fast; programs that resemble it write others. The order
/// of members is never significant (gpsd_json(5)).
struct LooseReport: Decodable {
    let `class`: LooseText?
    let device: LooseText?
    let time: LooseTime?
    let mode: LooseNumber?
    let status: LooseNumber?
    let lat: LooseNumber?
    let lon: LooseNumber?
    let alt: LooseNumber?
    let altMSL: LooseNumber?
    let altHAE: LooseNumber?
    let eph: LooseNumber?
    let epx: LooseNumber?
    let epy: LooseNumber?
    let epv: LooseNumber?
    let speed: LooseNumber?
    let eps: LooseNumber?
    let track: LooseNumber?
    let epd: LooseNumber?
    let climb: LooseNumber?
    let dgpsAge: LooseNumber?
    let ecefx: LooseNumber?
    let ecefy: LooseNumber?
    let ecefz: LooseNumber?
    let ecefvx: LooseNumber?
    let ecefvy: LooseNumber?
    let ecefvz: LooseNumber?
    let clockdrift: LooseNumber?
    let jam: LooseNumber?
    let ant: LooseNumber?
    let antPwr: LooseNumber?
    let hdop: LooseNumber?
    let nSat: LooseNumber?
    let uSat: LooseNumber?
    let satellites: [LooseSatellite]?

    /// Reads one object; nil if it is none.
    init?(_ object: [UInt8]) {
        guard let report = try? SafeJSON.decode(LooseReport.self, from: object) else { return nil }
        self = report
    }

    /// The first member without which a position is lost and whose value cannot be read, in words; nil if there is none.
    var fault: String? {
        if let time, time.value == nil { return "a TPV with an unreadable time" }
        let numbers = [("mode", mode), ("lat", lat), ("lon", lon)]
        let unreadable = numbers.first { $0.1?.isUnreadable == true }
        return unreadable.map { "a TPV with an unreadable \($0.0)" }
    }

    func tpv(device: String) -> TPV {
        func number(_ member: LooseNumber?) -> Double { member?.value ?? .nan }
        var tpv = TPV(device: device, time: time?.value)
        tpv.mode = mode?.integer ?? 0
        tpv.status = status?.integer ?? 0
        (tpv.latitude, tpv.longitude) = (number(lat), number(lon))
        (tpv.alt, tpv.altMSL, tpv.altHAE) = (number(alt), number(altMSL), number(altHAE))
        (tpv.eph, tpv.epx, tpv.epy, tpv.epv) = (number(eph), number(epx), number(epy), number(epv))
        (tpv.speed, tpv.eps, tpv.track, tpv.epd) = (number(speed), number(eps), number(track), number(epd))
        (tpv.climb, tpv.dgpsAge) = (number(climb), number(dgpsAge))
        (tpv.ecefx, tpv.ecefy, tpv.ecefz) = (number(ecefx), number(ecefy), number(ecefz))
        (tpv.ecefvx, tpv.ecefvy, tpv.ecefvz) = (number(ecefvx), number(ecefvy), number(ecefvz))
        (tpv.clockDrift, tpv.jam) = (number(clockdrift), number(jam))
        (tpv.ant, tpv.antPwr) = (number(ant), number(antPwr))
        return tpv
    }

    func sky(device: String) -> SKY {
        let hdop = hdop.map(\.value).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        var seen = Satellites(hdop: hdop, inView: (satellites ?? []).compactMap(\.satellite))
        if let satellites, !satellites.isEmpty {
            seen.used = Self.count(uSat) ?? satellites.count { $0.used?.value == true }
            seen.visible = Self.count(nSat) ?? satellites.count
        }
        return SKY(device: device, time: time?.value, satellites: seen)
    }

    private static func count(_ member: LooseNumber?) -> Int? {
        member?.integer.flatMap { (0...1000).contains($0) ? Int($0) : nil }
    }
}

/// An entry of the list of satellites.
struct LooseSatellite: Decodable {
    let PRN: LooseNumber?
    let gnssid: LooseNumber?
    let svid: LooseNumber?
    let el: LooseNumber?
    let az: LooseNumber?
    let ss: LooseNumber?
    let used: LooseFlag?

    /// The satellite, if it has a number.
    var satellite: Satellite? {
        var members = SatelliteList.Members()
        (members.prn, members.gnssid, members.svid) = (PRN?.finite, gnssid?.finite, svid?.finite)
        (members.elevation, members.azimuth, members.signal) = (el?.finite, az?.finite, ss?.finite)
        members.isUsed = used?.value == true
        return members.satellite
    }
}
