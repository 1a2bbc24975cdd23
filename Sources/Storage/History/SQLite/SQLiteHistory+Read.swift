import Basics
public import Location

extension SQLiteHistory {
    /// Gives each point that is asked for, by time.
    ///
    /// - Throws: ``HistoryError``, or what the body throws.
    public func forEachPoint(_ query: PointQuery, _ body: (TrackPoint) throws -> Void) throws -> [DamagedSegment] {
        try read {
            guard let device = try deviceNumber(of: query) else { return [] }
            let (span, area) = (query.span, query.within)
            var merge = try PointMerge(
                headers: segments.headers(span, device: device, within: area),
                recent: RecentCursor(recent.rows(span, device: device), devices), segments: segments, devices: devices)
            try merge.forEach { point in
                guard span.contains(point.timestamp), area?.contains(point.coordinate) ?? true else { return }
                try body(point)
            }
            return merge.damaged
        }
    }

    /// Gives the simplified lines of a span.
    ///
    /// - Throws: ``HistoryError``, or what the body throws.
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

    /// Whose points are asked for: nil without an answer where there are none of it, an answer of nil for all.
    func deviceNumber(of query: PointQuery) throws -> Int64?? {
        guard let name = query.device else { return .some(nil) }
        return try devices.number(name).map { .some($0) }
    }

    /// The lines of what is not sealed, by their start.
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
        DamagedSegment(device: device, first: start, last: stop, count: 0, reason: "its line: \(error)")
    }
}
