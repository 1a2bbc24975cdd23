import FleetProtocol
import FleetStore
import JSON
import Location

/// An event of a device as JSON.
///
/// It has the members of the daemon's events too, so that the page of a device shows both alike.
enum DeviceEventJSON {
    /// Returns the event on one line.
    static func encode(_ event: DeviceEvent) -> [UInt8] {
        JSONWriter.object { $0.members(of: event) }
    }
}

extension JSONWriter {
    mutating func members(of event: DeviceEvent) {
        string("device", event.device.text)
        word("event", event.kind.rawValue)
        string("place", event.place)
        time("time", event.time)
        time("moment", event.time)
        time("since", event.since)
        number("latitude", event.coordinate?.latitude, decimals: 7)
        number("longitude", event.coordinate?.longitude, decimals: 7)
        string("by", event.by)
    }
}
