import Basics
import Location

/// The sky of one receiver in its current epoch, merged from the lines into which gpsd splits it.
struct SkyEpoch {
    private var time: Timestamp?
    private var satellites = Satellites()
    private var received: Duration?
    /// The number of lines of this epoch, and of the one before.
    private var lines = (now: 0, before: 1)
    /// The last sky with counts, and its uptime.
    private var counted: (satellites: Satellites, uptime: Duration)?
    /// When the pending sky has to be published.
    private(set) var deadline: Duration?

    /// The time for which a dilution, or a correlation of errors, applies to later fixes: some receivers report the sky
    /// every five seconds.
    static let freshness: Duration = .seconds(6)

    /// Adds a line; returns an earlier epoch that is still pending.
    mutating func add(_ sky: SKY, at uptime: Duration, within timeout: Duration) -> Satellites? {
        let isSameEpoch = sky.time != nil && sky.time == time
        let earlier = isSameEpoch ? nil : dequeue()
        var seen = sky.satellites
        if !sky.isListRead {
            seen.inView = satellites.inView.isEmpty ? counted?.satellites.inView ?? [] : satellites.inView
        }
        if isSameEpoch { satellites.enrich(seen) } else { satellites = seen }
        lines = isSameEpoch ? (lines.now + 1, lines.before) : (1, max(1, lines.now))
        time = sky.time
        received = uptime
        deadline = deadline ?? uptime + timeout
        return earlier
    }

    /// Returns true if a time's sky has as many lines as the one before.
    func isComplete(for time: Timestamp?) -> Bool { time != nil && time == self.time && lines.now >= lines.before }

    /// Removes and returns the pending sky; nil if there is none.
    mutating func dequeue() -> Satellites? {
        guard deadline != nil else { return nil }
        deadline = nil
        return complete(satellites)
    }

    /// Returns a sky with the counts of a recent one if it has none: gpsd 3.25 sends the dilutions of each fix in a line
    /// of their own, and the satellites when the receiver next reports them, such as once a second at 10 Hz.
    private mutating func complete(_ sky: Satellites) -> Satellites {
        guard let received else { return sky }
        if sky.visible != nil { counted = (sky, received) }
        guard let counted, received - counted.uptime <= Self.freshness else { return sky }
        return Satellites(
            used: counted.satellites.used, visible: counted.satellites.visible, hdop: sky.hdop,
            inView: counted.satellites.inView)
    }

    /// Returns the dilution if it is fresh.
    func hdop(at uptime: Duration) -> Double? {
        guard let received, uptime - received <= Self.freshness else { return nil }
        return satellites.hdop
    }
}

extension Satellites {
    /// Merges another line of the same epoch; the one that lists more satellites wins.
    fileprivate mutating func enrich(_ other: Satellites) {
        if (other.visible ?? -1) >= (visible ?? -1), other.visible != nil {
            used = other.used
            visible = other.visible
            inView = other.inView
        }
        hdop = other.hdop ?? hdop
    }
}
