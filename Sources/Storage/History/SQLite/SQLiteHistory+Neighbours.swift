public import Basics
import Location

extension SQLiteHistory {
    /// The points before and after a moment.
    ///
    /// - Throws: ``HistoryError``.
    public func neighbours(of moment: Timestamp, device: String?) throws -> Neighbours {
        try read {
            let number = try device.map { try devices.number($0) }
            if device != nil, number == .some(nil) { return Neighbours(before: nil, after: nil) }
            var damaged: [DamagedSegment] = []
            let before = try last(upTo: moment, device: number ?? nil, &damaged)
            let after = try first(from: moment, device: number ?? nil, &damaged)
            return Neighbours(before: before, after: after, damaged: damaged)
        }
    }

    private func last(
        upTo moment: Timestamp, device: Int64?, _ damaged: inout [DamagedSegment]
    ) throws -> TrackPoint? {
        let rows = try recent.rows(TimeSpan(first: .earliest, last: moment), device: device, isDescending: true)
        var found = try RecentCursor(rows, devices, isDescending: true).current
        let heads = try segments.headers(startingUpTo: moment, device: device)
        while let head = try heads.next() {
            // No segment reaches beyond its hour, so those of hours before have nothing later.
            if let found, head.hour < Hour(containing: found.timestamp) { return found }
            if let found, head.stop <= found.timestamp { continue }
            let run = try SegmentCursor(head, segments, device: devices.name(head.device))
            while let point = run.current, point.timestamp <= moment {
                if found.map({ $0.timestamp <= point.timestamp }) ?? true { found = point }
                run.advance()
            }
            if let damage = run.damage { damaged.append(damage) }
        }
        return found
    }

    private func first(
        from moment: Timestamp, device: Int64?, _ damaged: inout [DamagedSegment]
    ) throws -> TrackPoint? {
        let span = TimeSpan(first: max(moment, .earliest), last: .latest)
        var found = try RecentCursor(recent.rows(span, device: device), devices).current
        let heads = try segments.headers(span, device: device)
        while let head = try heads.next() {
            if let found, head.start >= found.timestamp { return found }
            let run = try SegmentCursor(head, segments, device: devices.name(head.device))
            while let point = run.current, point.timestamp < moment { run.advance() }
            if let point = run.current, found.map({ point.timestamp < $0.timestamp }) ?? true { found = point }
            if let damage = run.damage { damaged.append(damage) }
        }
        return found
    }
}
