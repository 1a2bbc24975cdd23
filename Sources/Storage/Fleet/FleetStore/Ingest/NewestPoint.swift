import Basics

/// The newest point of a device among some, and what is suspect about them.
struct NewestPoint: Hashable, Sendable {
    /// The time that a point may be ahead of the collector's clock; later ones are of a wrong clock.
    static let tolerance: Duration = .seconds(300)

    /// The number of the device.
    let device: Int32
    /// The newest point that is not suspect; nil if all are.
    private(set) var item: IngestItem?
    /// The highest suspect time; nil if none is.
    private(set) var suspectTime: Int64?
    /// The latest arrival.
    private(set) var received: Timestamp

    /// Returns the newest point of each device, in the order of the items; `received` returns the arrival of an upload
    /// by its index.
    static func all(_ items: [IngestItem], received: (Int32) -> Timestamp) -> [NewestPoint] {
        var newest: [NewestPoint] = []
        for item in items {
            let arrival = received(item.upload)
            if newest.last?.device != item.device {
                newest.append(NewestPoint(device: item.device, received: arrival))
            }
            newest[newest.count - 1].add(item, received: arrival)
        }
        return newest
    }

    private init(device: Int32, received: Timestamp) {
        self.device = device
        self.received = received
    }

    private mutating func add(_ item: IngestItem, received arrival: Timestamp) {
        received = max(received, arrival)
        if item.time > (arrival + Self.tolerance).milliseconds {
            suspectTime = max(suspectTime ?? item.time, item.time)
        } else if item.time > (self.item?.time ?? .min) {
            self.item = item
        }
    }
}
