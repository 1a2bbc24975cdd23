import Basics
import Location

/// What is remembered of each receiver that has been heard of.
struct ReceiverStates: Sendable {
    /// As many as are remembered: a sender of made-up names must not fill the memory.
    static let maxCount = 32

    /// What is remembered of one.
    struct Receiver: Sendable {
        let device: String
        var sky: SkyView?
        var frozenPositionDetector = FrozenPositionDetector()
        var timeValidator = TimeValidator()
    }

    // A machine has one or two: to compare names is faster than to hash them.
    private var all: [Receiver] = []

    /// What is known of a receiver; nil where it has not been heard of.
    func receiver(_ device: String) -> Receiver? { all.first { $0.device == device } }

    /// Does something with what is remembered of a receiver.
    mutating func update<Result>(_ device: String, _ body: (inout Receiver) -> Result) -> Result {
        if let index = all.firstIndex(where: { $0.device == device }) { return body(&all[index]) }
        if all.count >= Self.maxCount { all.removeAll() }
        all.append(Receiver(device: device))
        return body(&all[all.count - 1])
    }

    /// The skies of those that gpsd no longer has are forgotten.
    mutating func removeSkies(except devices: [String]) {
        for index in all.indices where !devices.contains(all[index].device) { all[index].sky = nil }
    }
}

/// What a receiver sees of the sky, and when it said so.
struct SkyView: Sendable {
    /// A sky that was good for a fix is good for those of the next seconds.
    private static let lifetime = Duration.seconds(10)

    let satellites: Satellites
    let uptime: Duration

    func isFresh(at now: Duration) -> Bool { now - uptime < Self.lifetime }
}
