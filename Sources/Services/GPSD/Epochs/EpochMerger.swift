import Basics
import Location

/// A merger of the several lines that gpsd sends per epoch into one fix, for each receiver.
///
/// An epoch is flushed when the next one starts, or after a timeout.
struct EpochMerger {
    /// The maximum wait for an epoch's next line: gpsd sends the lines of one within a fraction of a second.
    static let timeout: Duration = .milliseconds(300)

    /// Above any gpsd (6 since 3.25); beyond it they are invented, and the oldest is dropped.
    private static let maxDevices = 32

    private var epochs: [DeviceEpoch] = []

    /// When ``flushOverdue(at:into:)`` has to be called.
    var deadline: Duration? { epochs.lazy.compactMap(\.deadline).min() }

    /// Adds a position report.
    mutating func add(_ tpv: TPV, at uptime: Duration, into events: inout [ReceiverEvent]) {
        epochs[index(of: tpv.device)].add(tpv, at: uptime, within: Self.timeout, into: &events)
    }

    /// Adds a sky report.
    mutating func add(_ sky: SKY, at uptime: Duration, into events: inout [ReceiverEvent]) {
        epochs[index(of: sky.device)].add(sky, at: uptime, within: Self.timeout, into: &events)
    }

    /// Flushes the epochs whose timeout is over.
    mutating func flushOverdue(at uptime: Duration, into events: inout [ReceiverEvent]) {
        for index in epochs.indices {
            guard let deadline = epochs[index].deadline, deadline <= uptime else { continue }
            epochs[index].flush(at: uptime, into: &events)
        }
    }

    /// Flushes all epochs and removes the receivers: no lines will follow.
    mutating func finish(at uptime: Duration, into events: inout [ReceiverEvent]) {
        finish(where: { _ in true }, at: uptime, into: &events)
    }

    /// Flushes the epochs of removed receivers, and removes them.
    mutating func finish(
        where hasGone: (_ device: String) -> Bool, at uptime: Duration, into events: inout [ReceiverEvent]
    ) {
        for index in epochs.indices where hasGone(epochs[index].device) {
            epochs[index].flush(at: uptime, into: &events)
        }
        epochs.removeAll { hasGone($0.device) }
    }

    private mutating func index(of device: String) -> Int {
        if let index = epochs.firstIndex(where: { $0.device == device }) { return index }
        if epochs.count == Self.maxDevices { epochs.removeFirst() }
        epochs.append(DeviceEpoch(device: device))
        return epochs.count - 1
    }
}
