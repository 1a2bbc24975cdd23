import Cryptography
import FleetProtocol
import FleetStore
import JSON
import Location

extension DeviceEvent {
    /// The age after which an event is not delivered any more.
    static let maxDeliveryAge = Duration.seconds(3 * 86_400)

    /// Returns the identifier of a delivery: the same for each attempt, by any collector, so that a receiver notices a
    /// repeat.
    func identifier(for receiver: String) -> String {
        Hexadecimal.encode(Array(SHA256.hash(Array("\(receiver)/\(id)".utf8)).prefix(16)))
    }

    /// Returns the event as webhooks and hooks receive it, as JSON on one line, with the identifier of the delivery.
    func json(id: String, isTest: Bool = false) -> [UInt8] {
        JSONWriter.object { json in
            json.string("id", id)
            json.word("event", kind.rawValue)
            json.string("device", device.text)
            json.string("place", place)
            json.time("moment", time)
            json.time("since", since)
            json.exactNumber("latitude", coordinate?.latitude)
            json.exactNumber("longitude", coordinate?.longitude)
            json.string("by", by)
            if isTest { json.boolean("test", true) }
        }
    }
}
