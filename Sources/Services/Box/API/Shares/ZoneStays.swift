import Basics
import History
import Location
import Privacy
import Synchronization

/// The stays inside privacy zones: the present one, and those of delayed shares.
///
/// They are followed from position to position, so that nothing but their beginning reaches a share.
final class ZoneStays: Sendable {
    /// Passes the positions of a span to a function, by time.
    typealias Positions = @Sendable (_ span: ClosedRange<Timestamp>, _ body: (Fix, Timestamp) -> Void) -> Void

    /// The maximum time for which the beginning of a stay is looked for; an older one counts from that day.
    static let maxSearch: Duration = .seconds(86_400)
    /// More delays than are in use.
    private static let maxDelays = 64

    private struct Known {
        let upTo: Timestamp
        let presence: ZonePresence
    }

    private let zones: PrivacyZones
    private let positions: Positions
    private let present = Mutex<ZonePresence?>(nil)
    private let delayed = Mutex<[Duration: Known]>([:])

    init(_ zones: PrivacyZones, positions: @escaping Positions) {
        self.zones = zones
        self.positions = positions
    }

    /// Creates stays with a history; without a readable one, a stay begins on the day of its first observation.
    convenience init(_ zones: PrivacyZones, historyFile: String?) {
        self.init(zones) { span, body in
            guard let historyFile, let history = try? SQLiteHistory(path: historyFile, access: .readOnly) else {
                return
            }
            let query = PointQuery(from: span.lowerBound, to: span.upperBound)
            _ = try? history.forEachPoint(query) { body($0.fix, $0.timestamp) }
        }
    }

    /// Returns the presence after the newest report.
    ///
    /// To be called for each report, since a short leave begins another stay.
    func presence(after report: Report, at now: Timestamp) -> ZonePresence {
        guard !zones.isEmpty else { return ZonePresence() }
        return present.withLock { known in
            var presence = known ?? search(upTo: now)
            if let fix = report.fix { presence.add(fix, at: now, in: zones) }
            known = presence
            return presence
        }
    }

    /// Returns the stay at a delayed moment; nil outside all zones.
    func stay(upTo moment: Timestamp, delay: Duration) -> ZoneStay? {
        guard !zones.isEmpty else { return nil }
        return delayed.withLock { delays in
            let presence: ZonePresence
            if let known = delays[delay], known.upTo <= moment, moment - known.upTo <= Self.maxSearch {
                presence = follow(known.presence, from: known.upTo, to: moment)
            } else {
                presence = search(upTo: moment)
            }
            if delays.count >= Self.maxDelays { delays = [:] }
            delays[delay] = Known(upTo: moment, presence: presence)
            return presence.stay
        }
    }

    /// Returns the presence after further positions, and after those that were committed late.
    private func follow(_ before: ZonePresence, from start: Timestamp, to end: Timestamp) -> ZonePresence {
        var presence = before
        positions(start + .seconds(-60)...end) { presence.add($0, at: $1, in: zones) }
        return presence
    }

    /// Returns the presence at a moment by the positions before it, an hour of them first.
    private func search(upTo moment: Timestamp) -> ZonePresence {
        var length: Duration = .seconds(3600)
        while true {
            let start = Timestamp(milliseconds: moment.milliseconds - length.milliseconds)
            var (presence, beginsWithin) = (ZonePresence(), false)
            positions(start...moment) { fix, time in
                let before = presence.stay
                presence.add(fix, at: time, in: zones)
                beginsWithin =
                    beginsWithin || presence.stay == nil || before != nil && before?.zone != presence.stay?.zone
            }
            if beginsWithin { return presence }
            guard length < Self.maxSearch else { return presence }
            length = min(length * 6, Self.maxSearch)
        }
    }
}
