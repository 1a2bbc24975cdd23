import Basics
import FleetProtocol
import FleetStore
import JSON
import Location

extension FleetDevice {
    /// Returns the newest position as the report of a receiver.
    func report(at now: Timestamp) -> Report {
        guard let point else { return Report(state: .noFix, since: received ?? Timestamp(milliseconds: 0)) }
        var report = Report(
            state: state == .live ? .live : .stale, since: point.timestamp,
            sequence: UInt64(max(0, point.timestamp.milliseconds)))
        if state == .silent { report.detail = "the device is silent" }
        report.fix = point.fix
        report.received = received
        report.age = max(.zero, now - point.timestamp)
        report.motion = point.motion
        return report
    }
}

/// The devices of a fleet as JSON.
enum FleetDeviceJSON {
    /// Returns the list of devices, with the time that their states refer to.
    static func list(_ devices: [FleetDevice], at now: Timestamp) -> [UInt8] {
        list(devices, at: now, append)
    }

    /// Returns a device.
    static func encode(_ device: FleetDevice) -> [UInt8] {
        var bytes: [UInt8] = []
        append(device, to: &bytes)
        return bytes
    }

    /// Returns the list of the devices that others see.
    static func list(_ devices: [PublicDevice], at now: Timestamp) -> [UInt8] {
        list(devices, at: now) { device, bytes in
            JSONWriter.append(to: &bytes) { json in json.object { $0.members(of: device) } }
        }
    }

    private static func list<Device>(
        _ devices: [Device], at now: Timestamp, _ append: (Device, inout [UInt8]) -> Void
    ) -> [UInt8] {
        var bytes = Array("{\"time\":\"".utf8)
        bytes.reserveCapacity(devices.count * 400 + 100)
        now.appendISO8601(to: &bytes)
        bytes += "\",\"devices\":[".utf8
        for (index, device) in devices.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(device, &bytes)
        }
        bytes += "]}".utf8
        return bytes
    }

    /// Appends a device; the status as the database has it, since to decode that of each would take most of the time.
    private static func append(_ device: FleetDevice, to bytes: inout [UInt8]) {
        JSONWriter.append(to: &bytes) { json in json.object { $0.members(of: device) } }
        guard let status = device.statusText else { return }
        bytes.removeLast()
        bytes += ",\"status\":".utf8
        bytes += status.utf8
        bytes.append(UInt8(ascii: "}"))
    }
}

extension JSONWriter {
    fileprivate mutating func members(of device: FleetDevice) {
        string("name", device.name.text)
        strings("teams", device.teams)
        word("state", device.state.rawValue)
        if let point = device.point { position(of: point.fix, motion: point.motion) }
        time("received", device.received)
        if let isOnline = device.isOnline { boolean("isOnline", isOnline) }
        time("suspectTime", device.suspectTime)
        number("staleAfter", device.staleAfter.inSeconds, decimals: 3)
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
