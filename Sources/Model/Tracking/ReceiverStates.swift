import Basics
import Location

/// The state of each known receiver.
struct ReceiverStates: Sendable {
    /// The maximum number of receivers, so that made-up names cannot exhaust memory.
    static let maxCount = 32

    /// The state of one receiver.
    struct Receiver: Sendable {
        let device: String
        var sky: SkyView?
        var frozenPositionDetector = FrozenPositionDetector()
        var timeValidator = TimeValidator()
        /// What it has reported last, whatever the verdict.
        private var lastObservation: RawObservation?

        init(device: String) { self.device = device }

        /// Records an observation; returns true if it repeats the one before.
        mutating func repeats(_ observation: RawObservation) -> Bool {
            defer { lastObservation = observation }
            return lastObservation.map(observation.isRepetition) ?? false
        }
    }

    // Machines have one or two receivers: comparing names is faster than hashing them.
    private var all: [Receiver] = []

    /// Returns the state of a receiver; nil if it is unknown.
    func receiver(_ device: String) -> Receiver? { all.first { $0.device == device } }

    /// Updates the state of a receiver, adding it if it is unknown.
    mutating func update<Result>(_ device: String, _ body: (inout Receiver) -> Result) -> Result {
        if let index = all.firstIndex(where: { $0.device == device }) { return body(&all[index]) }
        if all.count >= Self.maxCount { all.removeAll() }
        all.append(Receiver(device: device))
        return body(&all[all.count - 1])
    }

    /// Removes the sky views of receivers that gpsd does not list any more.
    mutating func removeSkies(except devices: [String]) {
        for index in all.indices where !devices.contains(all[index].device) { all[index].sky = nil }
    }
}

/// The sky view of a receiver and its time of reception.
struct SkyView: Sendable {
    let satellites: Satellites
    let uptime: Duration
}
