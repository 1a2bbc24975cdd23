import Location

/// Decides which reports are written to the files: each, but at rest one in half of the time after which it is stale, or
/// earlier, since the page reads them every 2 s.
struct FileSchedule {
    /// The maximum age of a position that is current.
    private let staleAfter: Duration
    private var written: (report: Report, at: Duration)?
    private var isBehind = false
    private var owesPage = false

    init(staleAfter: Duration) { self.staleAfter = staleAfter }

    /// The uptime at which the newest report is due without another event, in time for readers; nil if the files have it.
    var deadline: Duration? {
        guard isBehind, let written else { return nil }
        let latest = min(staleAfter * 0.75, staleAfter - .seconds(3))
        return written.at + max(.zero, latest - (written.report.age ?? .zero))
    }

    /// Lets the next report be written, with the page: a write has failed.
    mutating func recordFailure() { (written, owesPage) = (nil, true) }

    /// Returns whether the page is to be drawn with a report; nil if it is not written.
    mutating func write(_ report: Report, drawsPage: Bool, at uptime: Duration) -> Bool? {
        (owesPage, isBehind) = (owesPage || drawsPage, true)
        let pause = max(.zero, min(staleAfter / 2, staleAfter - .seconds(4)))
        let next = written.map { min(deadline ?? uptime, $0.at + pause) }
        if let written, let next, uptime < next, report.repeats(written.report) { return nil }
        defer { (written, isBehind, owesPage) = ((report, uptime), false, false) }
        return owesPage
    }
}

extension Report {
    /// Returns true at rest, within a metre, if nothing differs but what changes with every fix.
    fileprivate func repeats(_ other: Report) -> Bool {
        guard state == .live, motion == .stationary, let fix, let last = other.fix else { return false }
        return fix.repeats(last) && atRest == other.atRest
    }

    private var atRest: Report {
        var rest = self
        (rest.sequence, rest.fix, rest.received, rest.age, rest.now) = (0, nil, nil, nil, nil)
        (rest.odometer, rest.satellites, rest.rejections) = (nil, nil, nil)
        // A reason is compared, its numbers are not.
        rest.detail = "\(detail ?? ""), \(rejections?.reason ?? "")"
        rest.place = place.map { NearbyPlace(name: $0.name, distance: 0, bearing: nil) }
        rest.near = near.map { NearbyPlace(name: $0.name, distance: 0, bearing: nil) }
        rest.anchor?.locate(from: nil)
        return rest
    }
}

extension Fix {
    /// The factor from which on an accuracy is another one; that of a receiver at rest varies less.
    private static let maxFactor = 1.5

    /// Returns true within a metre if readers decide the same: by the receiver, the dimensions and the accuracy.
    fileprivate func repeats(_ other: Fix) -> Bool {
        guard let here = coordinate, let there = other.coordinate, here.distance(to: there) < 1,
            (device, mode, differential, source) == (other.device, other.mode, other.differential, other.source)
        else {
            return false
        }
        guard let radius = horizontalAccuracy?.radius, let last = other.horizontalAccuracy?.radius else {
            return horizontalAccuracy == other.horizontalAccuracy
        }
        return max(radius, last) < min(radius, last) * Self.maxFactor
    }
}
