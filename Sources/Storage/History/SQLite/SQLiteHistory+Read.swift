public import Basics
import HistoryEncoding
public import Location

extension SQLiteHistory {
    /// Iterates over matching points by time.
    ///
    /// - Throws: ``HistoryError``, or errors of the body.
    public func forEachPoint(_ query: PointQuery, _ body: (TrackPoint) throws -> Void) throws -> [DamagedSegment] {
        try read {
            guard let device = try deviceNumber(of: query) else { return [] }
            return try forEachPoint(query, device: device, body)
        }
    }

    /// Iterates over the points of a device, or of all, by time; within a transaction.
    func forEachPoint(
        _ query: PointQuery, device: Int64?, _ body: (TrackPoint) throws -> Void
    ) throws -> [DamagedSegment] {
        let (span, area) = (query.span, query.within)
        var merge = try PointMerge(
            headers: segments.headers(span, device: device, within: area),
            recent: RecentCursor(recent.rows(span, device: device), devices), segments: segments, devices: devices)
        try merge.forEach { point in
            guard span.contains(point.timestamp), area?.contains(point.coordinate) ?? true, query.admits(point) else {
                return
            }
            try body(point)
        }
        return merge.damaged
    }

    /// Iterates over the simplified lines of a span.
    ///
    /// - Throws: ``HistoryError``, or errors of the body.
    public func forEachOutline(
        _ query: PointQuery, _ body: (DeviceOutline) throws -> Void
    ) throws -> [DamagedSegment] {
        try read {
            guard let device = try deviceNumber(of: query) else { return [] }
            var damaged: [DamagedSegment] = []
            var waiting = try recentOutlines(query, device: device)[...]
            try outlines.forEach(query.span, device: device, within: query.within) { line in
                while let next = waiting.first, next.isStarted(by: line.start) { try body(waiting.removeFirst()) }
                let name = try devices.name(line.device)
                switch line.outline {
                case .success(let outline): try body(DeviceOutline(device: name, outline: outline))
                case .failure(let error): damaged.append(line.damage(device: name, error))
                }
            }
            for line in waiting { try body(line) }
            return damaged
        }
    }

    /// Returns the device number of a query: nil for an unknown device, `.some(nil)` for all devices.
    func deviceNumber(of query: PointQuery) throws -> Int64?? {
        guard let name = query.device else { return .some(nil) }
        return try devices.number(name).map { .some($0) }
    }

    /// Returns the lines of unsealed points, by start.
    private func recentOutlines(_ query: PointQuery, device: Int64?) throws -> [DeviceOutline] {
        let points = try RecentCursor(recent.rows(query.span, device: device), devices).all()
        return HourGroups(points.filter(query.contains)).groups.map(DeviceOutline.init)
    }
}

extension DeviceOutline {
    fileprivate func isStarted(by moment: Timestamp) -> Bool { start.map { $0 <= moment } ?? true }
}

extension OutlineTable.Row {
    fileprivate func damage(device: String, _ error: any Error) -> DamagedSegment {
        DamagedSegment(device: device, first: start, last: stop, count: 0, reason: "damaged line: \(error)")
    }
}

extension SQLiteHistory {
    /// Returns the points before and after a moment.
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
        var found = try RecentCursor(rows, devices, isDescending: true).firstTrusted()
        let headers = try segments.headers(startingUpTo: moment, device: device)
        while let header = try headers.next() {
            // No segment exceeds its hour, so those of earlier hours have nothing later.
            if let found, header.hour < Hour(containing: found.timestamp) { return found }
            if let found, header.stop <= found.timestamp { continue }
            let cursor = try SegmentCursor(header, segments, device: devices.name(header.device))
            while let point = cursor.current, point.timestamp <= moment {
                if point.isTrusted, found.map({ $0.timestamp <= point.timestamp }) ?? true { found = point }
                cursor.advance()
            }
            if let damage = cursor.damage { damaged.append(damage) }
        }
        return found
    }

    private func first(
        from moment: Timestamp, device: Int64?, _ damaged: inout [DamagedSegment]
    ) throws -> TrackPoint? {
        let span = TimeSpan(first: max(moment, .earliest), last: .latest)
        var found = try RecentCursor(recent.rows(span, device: device), devices).firstTrusted()
        let headers = try segments.headers(span, device: device)
        while let header = try headers.next() {
            if let found, header.start >= found.timestamp { return found }
            let cursor = try SegmentCursor(header, segments, device: devices.name(header.device))
            while let point = cursor.current, point.timestamp < moment || !point.isTrusted { cursor.advance() }
            if let point = cursor.current, found.map({ point.timestamp < $0.timestamp }) ?? true { found = point }
            if let damage = cursor.damage { damaged.append(damage) }
        }
        return found
    }
}

extension SQLiteHistory {
    /// Iterates over the numbers of points of a span and the times of their first ones, without decoding sealed hours; in
    /// no order.
    ///
    /// A sealed hour that begins before the span or ends after it counts whole, with any claims of a contradicted receiver.
    ///
    /// - Throws: ``HistoryError``, or errors of the body.
    public func forEachCount(_ query: PointQuery, _ body: (_ count: Int, _ first: Timestamp) throws -> Void) throws {
        try read {
            guard let device = try deviceNumber(of: query) else { return }
            let headers = try segments.headers(query.span, device: device, within: query.within)
            while let header = try headers.next() { try body(header.count, header.start) }
            let rows = try RecentCursor(recent.rows(query.span, device: device), devices).all()
            for point in rows where query.contains(point) { try body(1, point.timestamp) }
        }
    }
}
