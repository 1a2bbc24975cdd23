import Basics
import Location

/// A merger of the several lines that gpsd sends per epoch into one fix, for each receiver.
///
/// An epoch is flushed when the next one starts, or after a timeout; once a receiver's epochs have had one report each,
/// with its report, or with the sky that follows it at once.
struct EpochMerger {
    /// The maximum wait for an epoch's next line: gpsd sends the lines of one within a fraction of a second.
    static let timeout: Duration = .milliseconds(300)

    /// Above any gpsd (6 since 3.25); beyond it they are invented, and the oldest is dropped.
    private static let maxDevices = 32

    private var epochs: [DeviceEpoch] = []
    private var origins: [ReportOrigin] = []
    private let isPaced: Bool

    /// Creates a merger.
    ///
    /// - Parameter isPaced: True if lines are added when they are received; false for a recording, whose lines without a
    ///   time have no pace unless it has time stamps.
    init(isPaced: Bool = true) {
        self.isPaced = isPaced
    }

    /// When ``flushOverdue(at:into:)`` has to be called.
    var deadline: Duration? { epochs.lazy.compactMap(\.deadline).min() }

    mutating func add(_ tpv: TPV, at uptime: Duration, into events: inout [ReceiverEvent]) {
        let index = index(of: tpv.device)
        epochs[index].add(tpv, at: uptime, within: Self.timeout, into: &events)
        noteOrigin(index)
    }

    mutating func add(_ sky: SKY, at uptime: Duration, into events: inout [ReceiverEvent]) {
        let index = index(of: sky.device)
        epochs[index].add(sky, at: uptime, within: Self.timeout, into: &events)
        noteOrigin(index)
    }

    /// Adds the correlation of a known receiver's errors.
    mutating func add(_ gst: GST, at uptime: Duration) {
        guard let index = epochs.firstIndex(where: { $0.device == gst.device }) else { return }
        epochs[index].correlation = (gst.correlation, uptime)
    }

    /// Flushes the epochs whose timeout is over.
    mutating func flushOverdue(at uptime: Duration, into events: inout [ReceiverEvent]) {
        for index in epochs.indices {
            guard let deadline = epochs[index].deadline, deadline <= uptime else { continue }
            epochs[index].flushOverdue(at: uptime, into: &events)
            noteOrigin(index)
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
            noteOrigin(index)
        }
        epochs.removeAll { hasGone($0.device) }
    }

    /// Removes and returns the origins of the fixes so far, in their order; none if lines have no numbers.
    mutating func takeOrigins() -> [ReportOrigin] {
        defer { origins = [] }
        return origins
    }

    private mutating func noteOrigin(_ index: Int) {
        if let origin = epochs[index].takeOrigin() { origins.append(origin) }
    }

    private mutating func index(of device: String) -> Int {
        if let index = epochs.firstIndex(where: { $0.device == device }) { return index }
        if epochs.count == Self.maxDevices { epochs.removeFirst() }
        epochs.append(DeviceEpoch(device: device, isPaced: isPaced))
        return epochs.count - 1
    }
}

/// The current epoch of a receiver: its report so far, and its sky.
struct DeviceEpoch {
    /// Within this time, a line of a flushed epoch is late and ignored; after it, the receiver's clock has stopped, and
    /// its epochs count all the same.
    private static let maxLateness: Duration = .milliseconds(700)

    /// The time that a report waits for its sky.
    private static let skyPatience: Duration = .milliseconds(20)
    /// The time that a sky waits for the next report of a receiver that has one a second.
    private static let reportPatience: Duration = .milliseconds(1250)
    /// The maximum number of epochs that prove the next ones.
    private static let maxProvenEpochs = 60

    let device: String
    private let isPaced: Bool
    private var report: TPV?
    private var reportStart: Duration = .zero
    /// The number of epochs since one whose report gpsd has split.
    private var wholeEpochs = 0
    /// The number of epochs of one report after which the next ones are taken for such.
    private var provenEpochs = 3
    /// True if the last sky followed its report at once.
    private var skyFollows = false
    /// The origin of the last fix, until it is taken; nil if lines have no numbers.
    private var origin: ReportOrigin?
    private var reportDeadline: Duration?
    private var flushed: (time: Timestamp, uptime: Duration)?
    private var sky = SkyEpoch()
    /// The correlation of the errors along north and east, and when it was received.
    var correlation: (value: Double, uptime: Duration)?

    init(device: String, isPaced: Bool) {
        (self.device, self.isPaced) = (device, isPaced)
    }

    /// When the epoch has to be flushed at the latest.
    var deadline: Duration? {
        guard let report = reportDeadline, let sky = sky.deadline else { return reportDeadline ?? sky.deadline }
        return min(report, sky)
    }

    /// Adds a report; one of another time, or one of none and at another place, ends the epoch before.
    mutating func add(_ tpv: TPV, at uptime: Duration, within timeout: Duration, into events: inout [ReceiverEvent]) {
        if let time = tpv.time {
            if report?.time == time { return merge(tpv, within: timeout) }
            if let flushed, flushed.time == time, uptime - flushed.uptime < Self.maxLateness {
                return recordSplit()
            }
        } else if isRepeated(by: tpv, at: uptime, within: timeout) {
            return merge(tpv, within: timeout)
        }
        flush(at: uptime, into: &events)
        (report, reportStart) = (tpv, uptime)
        reportDeadline = uptime + (isWhole ? Self.skyPatience : timeout)
        if isWhole, !skyFollows || sky.isComplete(for: tpv.time) { flush(at: uptime, into: &events) }
    }

    private mutating func merge(_ tpv: TPV, within timeout: Duration) {
        report?.merge(tpv)
        recordSplit()
        reportDeadline = reportStart + timeout
    }

    /// Takes twice as many epochs for proof the next time if these were proven: the receiver splits some now and then.
    private mutating func recordSplit() {
        if wholeEpochs >= provenEpochs { provenEpochs = min(2 * provenEpochs, Self.maxProvenEpochs) }
        wholeEpochs = 0
    }

    /// True if no other line is expected for the report.
    private var isWhole: Bool { isPaced && wholeEpochs >= provenEpochs && report?.time != nil }

    /// Returns true if a report without a time belongs to an epoch without one: gpsd sends one for each of several
    /// sentences while the receiver gives no date, such as GGA and GNS.
    private func isRepeated(by tpv: TPV, at uptime: Duration, within timeout: Duration) -> Bool {
        guard let report, report.time == nil, report.isPlaced(like: tpv) else { return false }
        guard let first = report.received, let next = tpv.received else {
            return isPaced && report.received == nil && tpv.received == nil && uptime < reportDeadline ?? uptime
        }
        return next >= first && next - first < timeout
    }

    /// Adds a sky line; one of a later time ends the epoch before, to which its dilution does not belong.
    mutating func add(_ line: SKY, at uptime: Duration, within timeout: Duration, into events: inout [ReceiverEvent]) {
        if let next = line.time, let time = report?.time, next > time { flush(at: uptime, into: &events) }
        let isSteady =
            isPaced && wholeEpochs >= provenEpochs
            && flushed.map { uptime - $0.uptime < Self.reportPatience } ?? false
        if let earlier = sky.add(line, at: uptime, within: isSteady ? Self.reportPatience : timeout) {
            events.append(.satellites(earlier, device: device))
        }
        guard let time = line.time, time == report?.time ?? flushed?.time else { return }
        skyFollows = uptime - reportStart <= Self.skyPatience
        if isWhole, sky.isComplete(for: report?.time) { flush(at: uptime, into: &events) }
    }

    /// Publishes what has waited long enough; the sky was late.
    mutating func flushOverdue(at uptime: Duration, into events: inout [ReceiverEvent]) {
        if isWhole { skyFollows = false }
        flush(at: uptime, into: &events)
    }

    /// Publishes the pending sky and then the fix, if there are any.
    mutating func flush(at uptime: Duration, into events: inout [ReceiverEvent]) {
        if let satellites = sky.dequeue() { events.append(.satellites(satellites, device: device)) }
        guard let tpv = report else { return }
        var fix = Fix(tpv, hdop: sky.hdop(at: uptime))
        if let correlation, uptime - correlation.uptime <= SkyEpoch.freshness {
            fix.accuracyEllipse?.correlation = correlation.value
        }
        events.append(.fix(fix))
        origin = tpv.lineNumber.map { ReportOrigin(line: $0, isNullIsland: fix.mode.hasPosition && tpv.isNullIsland) }
        if let time = tpv.time { flushed = (time, uptime) }
        wholeEpochs += 1
        report = nil
        reportDeadline = nil
    }

    /// Removes and returns the origin of the last fix; nil without a new one, and if lines have no numbers.
    mutating func takeOrigin() -> ReportOrigin? {
        defer { origin = nil }
        return origin
    }
}
