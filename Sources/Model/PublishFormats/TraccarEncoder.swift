import JSON

/// Encodes positions for Traccar, one per request, as its own client sends them (`OsmAndProtocolDecoder`, JSON).
public struct TraccarEncoder: Hashable, Sendable {
    private let device: String

    /// Creates an encoder for a device, by its identifier in Traccar.
    public init(device: String) {
        self.device = device
    }

    /// Returns a position, the body of a request.
    ///
    /// Traccar requires all six numbers. Unknown are -1 for speed and heading, as its client has them, and 0 for accuracy
    /// and altitude, which is Traccar's own value for positions without one.
    public func position(_ fix: PublishedFix) -> [UInt8] {
        JSONWriter.object { json in
            json.string("device_id", device)
            json.object("location") { json in
                json.time("timestamp", fix.timestamp)
                json.object("coords") { numbers(of: fix, in: &$0) }
                if let isMoving = fix.isMoving { json.boolean("is_moving", isMoving) }
                json.number("odometer", fix.odometer, decimals: 1)
            }
        }
    }

    private func numbers(of fix: PublishedFix, in json: inout JSONWriter) {
        json.coordinates(fix.coordinate, latitude: "latitude", longitude: "longitude")
        json.number("speed", fix.speed.finite ?? -1, decimals: 2)
        json.course("heading", fix.course.finite ?? -1)
        if let accuracy = fix.accuracy.finite { json.radius("accuracy", accuracy) } else { json.integer("accuracy", 0) }
        json.number("altitude", fix.altitude.finite ?? 0, decimals: 1)
    }
}

extension Double? {
    /// The number if it is finite; the JSON must have one in any case.
    fileprivate var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}
