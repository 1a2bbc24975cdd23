import FleetProtocol
import FleetStore
import JSON
import Location

/// An event of a device as JSON.
///
/// It has the members of the daemon's events too, so that the page of a device shows both alike.
enum FleetEventJSON {
    /// Returns the event on one line.
    static func encode(_ event: DeviceEvent) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.string("device", event.device.text)
            json.word("event", event.kind.rawValue)
            json.string("place", event.place)
            json.time("time", event.time)
            json.time("moment", event.time)
            json.time("since", event.since)
            json.number("latitude", event.coordinate?.latitude, decimals: 7)
            json.number("longitude", event.coordinate?.longitude, decimals: 7)
        }
        return json.bytes
    }
}
