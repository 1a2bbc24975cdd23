import Basics
import Location

/// The sky of one receiver in its current epoch, merged from the lines gpsd splits it into.
struct SkyEpoch {
    private var time: Timestamp?
    private var satellites = Satellites()
    private var received: Duration?
    /// When what has not been told yet must be.
    private(set) var deadline: Duration?

    /// How long a dilution speaks for the fixes after it: some receivers report the sky each fifth second.
    private static let freshness: Duration = .seconds(6)

    /// Takes a line; answers an earlier epoch that had not been told yet.
    mutating func add(_ sky: SKY, at uptime: Duration, within patience: Duration) -> Satellites? {
        let isSameEpoch = sky.time != nil && sky.time == time
        let earlier = isSameEpoch ? nil : dequeue()
        var seen = sky.satellites
        if !sky.isListRead { seen.inView = satellites.inView }
        if isSameEpoch { satellites.enrich(seen) } else { satellites = seen }
        time = sky.time
        received = uptime
        deadline = deadline ?? uptime + patience
        return earlier
    }

    /// What has not been told yet, which then is.
    mutating func dequeue() -> Satellites? {
        guard deadline != nil else { return nil }
        deadline = nil
        return satellites
    }

    /// The dilution, where it is fresh.
    func hdop(at uptime: Duration) -> Double? {
        guard let received, uptime - received <= Self.freshness else { return nil }
        return satellites.hdop
    }
}

extension Satellites {
    /// Takes over what another line of the same epoch knows; the one that lists more satellites counts.
    fileprivate mutating func enrich(_ other: Satellites) {
        if (other.visible ?? -1) >= (visible ?? -1), other.visible != nil {
            used = other.used
            visible = other.visible
            inView = other.inView
        }
        hdop = other.hdop ?? hdop
    }
}
