import Basics
import Location

/// Makes one fix an epoch of the several lines gpsd sends, for each receiver apart.
///
/// An epoch is told when the next one starts, or when its patience is over.
struct EpochMerger {
    /// How long an epoch may wait for its next line: gpsd sends the lines of one within a fraction of a second.
    static let timeout: Duration = .milliseconds(300)

    /// More receivers than any gpsd has (6 since 3.25); beyond it somebody invents them, and the oldest goes.
    private static let maxDevices = 32

    private var epochs: [DeviceEpoch] = []

    /// When ``tellOverdue(at:into:)`` wants to be called.
    var deadline: Duration? { epochs.lazy.compactMap(\.deadline).min() }

    /// Takes a position report.
    mutating func add(_ tpv: TPV, at uptime: Duration, into events: inout [ReceiverEvent]) {
        epochs[index(of: tpv.device)].add(tpv, at: uptime, within: Self.timeout, into: &events)
    }

    /// Takes a sky report.
    mutating func add(_ sky: SKY, at uptime: Duration, into events: inout [ReceiverEvent]) {
        epochs[index(of: sky.device)].add(sky, at: uptime, within: Self.timeout, into: &events)
    }

    /// Tells the epochs whose patience is over.
    mutating func flushOverdue(at uptime: Duration, into events: inout [ReceiverEvent]) {
        for index in epochs.indices {
            guard let deadline = epochs[index].deadline, deadline <= uptime else { continue }
            epochs[index].flush(at: uptime, into: &events)
        }
    }

    /// Tells all that is left, and forgets the receivers: there will be no more lines.
    mutating func finish(at uptime: Duration, into events: inout [ReceiverEvent]) {
        finish(where: { _ in true }, at: uptime, into: &events)
    }

    /// Tells what is left of the receivers that have gone, and forgets them.
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
