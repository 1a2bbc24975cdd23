import Basics
import Location

/// A player of recorded bytes: delivers each event at its recorded time.
struct RecordingPlayer: ~Copyable {
    private var reader = LineReader(isPaced: false)
    private var clock = RecordingClock()
    private var devices = DeviceList()
    private var nextDelivery: Duration?

    /// The number of the next line, from 1; nil if lines have no numbers.
    var lineNumber: Int? {
        get { reader.lineNumber }
        set { reader.lineNumber = newValue }
    }

    /// Removes and returns the origins of the fixes so far, see ``EpochMerger/takeOrigins()``.
    mutating func takeOrigins() -> [ReportOrigin] { reader.takeOrigins() }

    /// Plays a line, or a part of one.
    mutating func play(_ bytes: [UInt8], deliver: ([ReceiverEvent], Moment) -> Duration?) {
        // The bytes are lent to the reader during the call.
        var events: [ReceiverEvent] = []
        let messages = unsafe bytes.withUnsafeBytes { unsafe reader.read($0, at: clock.now.uptime, into: &events) }
        var sent = 0
        for indexed in messages {
            for event in events[sent..<indexed.index] { publish(event, deliver: deliver) }
            sent = indexed.index
            process(indexed.message, deliver: deliver)
        }
        for event in events[sent...] { publish(event, deliver: deliver) }
    }

    /// Completes the epochs that wait for more lines.
    mutating func flush(deliver: ([ReceiverEvent], Moment) -> Duration?) {
        var events: [ReceiverEvent] = []
        reader.flushOverdue(at: clock.now.uptime + EpochMerger.timeout, into: &events)
        for event in events { publish(event, deliver: deliver) }
    }

    /// Ends the last line and the last epochs.
    mutating func finish(deliver: ([ReceiverEvent], Moment) -> Duration?) {
        play([0x0A], deliver: deliver)
        var events: [ReceiverEvent] = []
        reader.finish(at: clock.now.uptime, into: &events)
        for event in events { publish(event, deliver: deliver) }
    }

    private mutating func publish(_ event: ReceiverEvent, deliver: ([ReceiverEvent], Moment) -> Duration?) {
        if case .fix(let fix) = event {
            let before = clock.now
            clock.advance(to: fix)
            wakeIfDue(since: before, deliver: deliver)
        }
        nextDelivery = deliver([event], clock.now)
    }

    /// Wakes the consumer at the moment it has requested, if that has passed.
    private func wakeIfDue(since before: Moment, deliver: ([ReceiverEvent], Moment) -> Duration?) {
        guard let nextDelivery, nextDelivery <= clock.now.uptime else { return }
        let late = max(.zero, nextDelivery - before.uptime)
        _ = deliver([], Moment(uptime: nextDelivery, wallClock: before.wallClock + late))
    }

    private mutating func process(_ message: ControlMessage, deliver: ([ReceiverEvent], Moment) -> Duration?) {
        let list: [String]? =
            switch message {
            case .devices(let paths): devices.replace(with: paths)
            case .device(let path, let present): devices.update(path, isPresent: present)
            case .version, .watch, .error: nil
            }
        if let list { publish(.receivers(list), deliver: deliver) }
    }
}
