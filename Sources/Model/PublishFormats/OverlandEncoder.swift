import JSON
import Location

/// Encodes batches of Overland: GeoJSON features in an object.
public struct OverlandEncoder: Hashable, Sendable {
    /// The number of fixes in a batch.
    public static let batchSize = 200
    /// The maximum bytes of an answer that are read.
    public static let maxAnswerBytes = 65_536

    private let device: String

    /// Creates an encoder for a device.
    public init(device: String) {
        self.device = device
    }

    /// Returns a batch, the body of a request.
    public func batch(_ fixes: [PublishedFix]) -> [UInt8] {
        JSONWriter.object { json in
            json.objects("locations", fixes) { json, fix in
                json.word("type", "Feature")
                json.object("geometry") { json in
                    json.word("type", "Point")
                    json.numbers("coordinates", [fix.coordinate.longitude, fix.coordinate.latitude], decimals: 7)
                }
                json.object("properties") { properties(of: fix, in: &$0) }
            }
        }
    }

    private func properties(of fix: PublishedFix, in json: inout JSONWriter) {
        json.time("timestamp", fix.timestamp)
        json.number("altitude", fix.altitude, decimals: 1)
        json.number("speed", fix.speed, decimals: 2)
        json.course("course", fix.course)
        json.radius("horizontal_accuracy", fix.accuracy)
        json.radius("vertical_accuracy", fix.verticalAccuracy)
        // The other words name a means of transport, which is unknown.
        if fix.isMoving == false { json.strings("motion", ["stationary"]) }
        json.string("device_id", device)
    }

    /// Returns true if an answer with a status of 2xx accepts the batch: JSON with `"result":"ok"`.
    ///
    /// A captive portal also answers 200, with HTML.
    public static func isAccepted(_ answer: [UInt8]) -> Bool {
        guard answer.count <= maxAnswerBytes else { return false }
        return (try? SafeJSON.decode(Response.self, from: answer))?.result == "ok"
    }

    private struct Response: Decodable {
        var result: String
    }
}
