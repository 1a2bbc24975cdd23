import Basics
import FleetProtocol
import FleetStore
import JSON
import Location

/// The devices of a fleet as JSON.
enum DeviceJSON {
    /// Returns the list of devices, with the time that their states refer to.
    static func list(_ devices: [FleetDevice], at now: Timestamp) -> [UInt8] {
        list(devices, at: now) { $0.members(of: $1) }
    }

    /// Returns the list of the devices that others see.
    static func list(_ devices: [PublicDevice], at now: Timestamp) -> [UInt8] {
        list(devices, at: now) { $0.members(of: $1) }
    }

    private static func list<Device>(
        _ devices: [Device], at now: Timestamp, members: (inout JSONWriter, Device) -> Void
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(devices.count * 400 + 100)
        JSONWriter.append(to: &bytes) { json in
            json.object { json in
                json.time("time", now)
                json.objects("devices", devices, members: members)
            }
        }
        return bytes
    }
}

extension JSONWriter {
    /// Writes a device; the status as the database has it, since to decode that of each would take most of the time.
    mutating func members(of device: FleetDevice) {
        string("name", device.name.text)
        strings("teams", device.teams)
        word("state", device.state.rawValue)
        if let point = device.point { position(of: point.fix, motion: point.motion) }
        time("received", device.received)
        if let isOnline = device.isOnline { boolean("isOnline", isOnline) }
        time("suspectTime", device.suspectTime)
        number("staleAfter", device.staleAfter.inSeconds, decimals: 3)
        value("status", json: device.statusText)
    }

    fileprivate mutating func members(of device: PublicDevice) {
        string("name", device.name.text)
        strings("teams", [])
        word("state", device.state.rawValue)
        if let fix = device.report.fix { position(of: fix, motion: device.report.motion ?? .unknown) }
        time("received", device.report.received)
        number("staleAfter", device.staleAfter.inSeconds, decimals: 3)
    }

    private mutating func position(of fix: Fix, motion: Motion) {
        time("time", fix.timestamp)
        number("latitude", fix.coordinate?.latitude, decimals: 7)
        number("longitude", fix.coordinate?.longitude, decimals: 7)
        // An accuracy is above 0 by definition, so rounding must not yield 0.
        number("horizontalAccuracy", fix.horizontalAccuracy.map { max($0.radius, 0.1) }, decimals: 1)
        number("altitude", fix.altitude, decimals: 2)
        number("speed", fix.speed, decimals: 2)
        // A course is below 360, so 360 after rounding becomes 0.
        number("course", fix.course.map { $0 >= 359.995 && $0 < 360 ? 0 : $0 }, decimals: 2)
        if motion != .unknown { word("motion", motion.rawValue) }
    }
}
