import Basics
import FleetProtocol
import FleetStore
import JSON
import Location
import Queries
import Wire

/// The devices of a fleet as JSON, each with the nearest town.
struct DeviceJSON: Sendable {
    let towns: NearestTowns

    /// Returns the list of devices, with the time that their states refer to.
    func list(_ devices: [FleetDevice], at now: Timestamp) -> [UInt8] {
        list(devices, at: now, position: { $0.point?.fix.coordinate }) { $0.members(of: $1) }
    }

    /// Returns the list of the devices that others see; a town is that of the visible position.
    func list(_ devices: [PublicDevice], at now: Timestamp) -> [UInt8] {
        list(devices, at: now, position: { $0.report.fix?.coordinate }) { $0.members(of: $1) }
    }

    /// Returns one device.
    func device(_ device: FleetDevice) -> [UInt8] {
        JSONWriter.object { json in
            json.members(of: device)
            json.town(towns.place(near: device.point?.fix.coordinate))
        }
    }

    /// Returns a report with the town of its position.
    func report(_ report: Report) -> [UInt8] {
        var report = report
        report.place = towns.place(near: report.fix?.coordinate)
        return ReportJSON.encode(report, isPublic: true)
    }

    private func list<Device>(
        _ devices: [Device], at now: Timestamp, position: (Device) -> Coordinate?,
        members: (inout JSONWriter, Device) -> Void
    ) -> [UInt8] {
        let places = towns.places(near: devices.map(position))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(devices.count * 500 + 100)
        JSONWriter.append(to: &bytes) { json in
            json.object { json in
                json.time("time", now)
                json.objects("devices", Array(zip(devices, places))) { json, named in
                    members(&json, named.0)
                    json.town(named.1)
                }
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
        if let claim = device.claim {
            object("claim") { json in
                json.time("time", claim.time)
                json.number("latitude", claim.coordinate?.latitude, decimals: 7)
                json.number("longitude", claim.coordinate?.longitude, decimals: 7)
            }
        }
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

    /// Writes the nearest town, in the fewest bytes: a list has thousands.
    fileprivate mutating func town(_ place: NearbyPlace?) {
        guard let place else { return }
        object("place") { json in
            json.string("name", place.name)
            json.number("distance", place.distance, decimals: 0)
            // A bearing is below 360, so 360 after rounding becomes 0.
            json.number("bearing", place.bearing.map { $0 >= 359.5 ? 0 : $0 }, decimals: 0)
        }
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
