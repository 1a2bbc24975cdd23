import Basics

/// The newest point of a device among some, the newest claim that cannot be true, and what is suspect about them.
struct NewestPoint: Hashable, Sendable {
    /// The time that a point may be ahead of the collector's clock; later ones are of a wrong clock.
    static let tolerance: Duration = .seconds(300)

    /// The number of the device.
    let device: Int32
    /// The newest trusted point that is not suspect; nil if there is none.
    private(set) var item: IngestItem?
    /// The newest claim of a contradicted receiver that is not suspect; nil if there is none.
    private(set) var claim: IngestItem?
    /// The highest suspect time; nil if none is.
    private(set) var suspectTime: Int64?
    /// The latest arrival.
    private(set) var received: Timestamp

    /// Returns the newest point of each device, in the order of the items; `received` returns the arrival of an upload
    /// by its index, and `isTrusted` false for a claim of a contradicted receiver.
    static func all(
        _ items: [IngestItem], isTrusted: (IngestItem) -> Bool = { _ in true }, received: (Int32) -> Timestamp
    ) -> [NewestPoint] {
        var newest: [NewestPoint] = []
        for item in items {
            let arrival = received(item.upload)
            if newest.last?.device != item.device {
                newest.append(NewestPoint(device: item.device, received: arrival))
            }
            newest[newest.count - 1].add(item, isTrusted: isTrusted(item), received: arrival)
        }
        return newest
    }

    private init(device: Int32, received: Timestamp) {
        self.device = device
        self.received = received
    }

    private mutating func add(_ item: IngestItem, isTrusted: Bool, received arrival: Timestamp) {
        received = max(received, arrival)
        if item.time > (arrival + Self.tolerance).milliseconds {
            suspectTime = max(suspectTime ?? item.time, item.time)
        } else if isTrusted {
            if item.time > (self.item?.time ?? .min) { self.item = item }
        } else if item.time > (claim?.time ?? .min) {
            claim = item
        }
    }
}
