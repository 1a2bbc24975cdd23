import Basics
import Glibc
import Location
import NMEA

/// The output of gpsd 3.22 for an epoch, as in its own recordings (gpsd_json(5), `json_tpv_dump`).
extension ScenarioEpoch {
    /// The lines before the first epoch: the version, and the receiver.
    public static var greeting: [UInt8] {
        var version = JSONLine("VERSION")
        version.add("release", "3.22")
        version.add("rev", "3.22")
        version.addRaw("proto_major", "3")
        version.addRaw("proto_minor", "14")
        var devices = JSONLine("DEVICES")
        devices.addRaw("devices", "[{\"class\":\"DEVICE\",\"path\":\"\(ScenarioReceiver.device)\"}]")
        return version.bytes + devices.bytes
    }

    /// The TPV and SKY lines of the epoch with line ends; empty while the receiver is silent.
    public var gpsd: [UInt8] {
        guard let fix else { return [] }
        return tpv(fix) + (sendsSky ? satellites.map { sky($0, fix) } ?? [] : [])
    }

    private func tpv(_ fix: Fix) -> [UInt8] {
        var line = JSONLine("TPV")
        line.add("device", fix.device)
        line.addRaw("mode", fix.mode == .threeDimensional ? "3" : "1")
        if let timestamp = fix.timestamp { line.add("time", timestamp.iso8601) }
        line.add("ept", 0.005, decimals: 3)
        guard let coordinate = fix.coordinate else { return line.bytes }
        line.add("lat", coordinate.latitude, decimals: 9)
        line.add("lon", coordinate.longitude, decimals: 9)
        line.add("altHAE", fix.ellipsoidalAltitude, decimals: 4)
        line.add("altMSL", fix.altitude, decimals: 4)
        line.add("alt", fix.altitude, decimals: 4)
        line.add("epv", fix.verticalAccuracy, decimals: 3)
        line.add("track", fix.course, decimals: 4)
        line.add("speed", fix.speed, decimals: 3)
        line.add("eps", fix.speedAccuracy, decimals: 2)
        Self.add(fix.ecefPosition, "ecef", to: &line)
        Self.add(fix.ecefVelocity, "ecefv", to: &line)
        line.add("eph", fix.horizontalAccuracy?.radius, decimals: 3)
        return line.bytes
    }

    private static func add(_ vector: ECEFVector?, _ name: String, to line: inout JSONLine) {
        line.add(name + "x", vector?.x, decimals: 2)
        line.add(name + "y", vector?.y, decimals: 2)
        line.add(name + "z", vector?.z, decimals: 2)
    }

    private func sky(_ satellites: Satellites, _ fix: Fix) -> [UInt8] {
        var line = JSONLine("SKY")
        line.add("device", fix.device)
        if let timestamp = fix.timestamp { line.add("time", timestamp.iso8601) }
        line.add("hdop", satellites.hdop, decimals: 2)
        let (used, visible) = (satellites.used ?? 0, satellites.visible ?? 0)
        line.addRaw("nSat", String(visible))
        line.addRaw("uSat", String(used))
        line.addRaw("satellites", "[\(satellites.inView.map(Self.satellite).joined(separator: ","))]")
        return line.bytes
    }

    /// A satellite of GPS, or of Galileo, whose numbers begin at 301 in gpsd.
    private static func satellite(_ satellite: Satellite) -> String {
        let isGPS = satellite.constellation == .gps
        let angles = [satellite.elevation, satellite.azimuth, satellite.signal].map { NMEASentence.decimal($0, 1) }
        return "{\"PRN\":\(satellite.number + (isGPS ? 0 : 300)),\"el\":\(angles[0]),\"az\":\(angles[1]),"
            + "\"ss\":\(angles[2]),\"used\":\(satellite.isUsed),\"gnssid\":\(isGPS ? 0 : 2),"
            + "\"svid\":\(satellite.number)}"
    }
}

/// A line of JSON with one object whose keys are in the order of addition.
struct JSONLine {
    private var pairs: [String]

    init(_ name: String) {
        pairs = ["\"class\":\"\(name)\""]
    }

    /// The object with the line end that gpsd uses.
    var bytes: [UInt8] { Array("{\(pairs.joined(separator: ","))}\r\n".utf8) }

    /// Adds a string that needs no escaping.
    mutating func add(_ key: String, _ text: String) { addRaw(key, "\"\(text)\"") }

    /// Adds a number with a number of decimals, unless it is nil or not finite.
    mutating func add(_ key: String, _ number: Double?, decimals: Int) {
        guard let number, number.isFinite else { return }
        addRaw(key, NMEASentence.decimal(number, decimals))
    }

    mutating func addRaw(_ key: String, _ json: String) { pairs.append("\"\(key)\":\(json)") }
}

extension Double {
    /// Returns the number rounded to a number of decimals.
    func printed(_ decimals: Int) -> Double {
        let scale = pow(10, Double(decimals))
        return (self * scale).rounded() / scale
    }

    /// Returns degrees as they are read from a number of decimals of minutes; nil: from nine decimals of degrees.
    func printed(minutes decimals: Int?) -> Double {
        decimals.map { (self * 60).printed($0) / 60 }?.printed(9) ?? printed(9)
    }
}
