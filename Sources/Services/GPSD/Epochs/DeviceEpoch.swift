import Basics
import Location

/// The current epoch of a receiver: its report so far, and its sky.
struct DeviceEpoch {
    /// Within this time, a line of a flushed epoch is late and ignored; after it, the receiver's clock has stopped, and
    /// its epochs count all the same.
    private static let maxLateness: Duration = .milliseconds(700)

    let device: String
    private var report: TPV?
    private var reportDeadline: Duration?
    private var flushed: (time: Timestamp, uptime: Duration)?
    private var sky = SkyEpoch()

    init(device: String) {
        self.device = device
    }

    /// When the epoch has to be flushed at the latest.
    var deadline: Duration? {
        guard let report = reportDeadline, let sky = sky.deadline else { return reportDeadline ?? sky.deadline }
        return min(report, sky)
    }

    /// Adds a report; one of another time, or of none, ends the epoch before.
    mutating func add(_ tpv: TPV, at uptime: Duration, within patience: Duration, into events: inout [ReceiverEvent]) {
        if let time = tpv.time {
            if report?.time == time {
                report?.merge(tpv)
                return
            }
            if let flushed, flushed.time == time, uptime - flushed.uptime < Self.maxLateness { return }
        }
        flush(at: uptime, into: &events)
        report = tpv
        reportDeadline = uptime + patience
    }

    /// Adds a sky line; one of a later time ends the epoch before, to which its dilution does not belong.
    mutating func add(_ line: SKY, at uptime: Duration, within patience: Duration, into events: inout [ReceiverEvent]) {
        if let next = line.time, let time = report?.time, next > time { flush(at: uptime, into: &events) }
        if let earlier = sky.add(line, at: uptime, within: patience) {
            events.append(.satellites(earlier, device: device))
        }
    }

    /// Publishes the pending sky and then the fix, if there are any.
    mutating func flush(at uptime: Duration, into events: inout [ReceiverEvent]) {
        if let satellites = sky.dequeue() { events.append(.satellites(satellites, device: device)) }
        guard let tpv = report else { return }
        events.append(.fix(Fix(tpv, hdop: sky.hdop(at: uptime))))
        if let time = tpv.time { flushed = (time, uptime) }
        report = nil
        reportDeadline = nil
    }
}
