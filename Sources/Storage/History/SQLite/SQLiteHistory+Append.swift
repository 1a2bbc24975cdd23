public import Basics
import HistoryEncoding
public import Location
import SQLite

extension SQLiteHistory {
    /// From this number on, points of one hour compress as well alone as together with others.
    private static let minSegmentCount = 1024

    /// Adds points as they arrive.
    ///
    /// - Throws: ``HistoryError``.
    public func append(_ points: [TrackPoint]) throws -> Int {
        try write { try append(points) { try addRows($0, to: $1) } }
    }

    /// Adds many points at once.
    ///
    /// - Throws: ``HistoryError``.
    public func bulkAppend(_ points: [TrackPoint]) throws -> Int {
        try write { try append(points) { try addMany($0, to: $1) } }
    }

    /// Adds many points at once, which undoing an import will remove.
    ///
    /// - Parameters:
    ///   - points: The points.
    ///   - importID: The number that ``recordImport(_:source:format:at:)`` returned.
    ///   - receive: Receives the points of each hour of a device, in order of arrival, and the times of those that were
    ///     added, each the first one of its time; after an error, nothing of it counts.
    /// - Returns: The number of added points.
    /// - Throws: ``HistoryError``, also if the import was undone meanwhile, or if the list of its points is damaged; nothing was
    ///   added then.
    public func bulkAppend(
        _ points: [TrackPoint], of importID: Int64,
        receive: (_ points: [TrackPoint], _ added: [Timestamp]) -> Void = { _, _ in }
    ) throws -> Int {
        try write {
            let added = try append(points) { points, hour in
                let addition = try addMany(points, to: hour)
                guard try importedHours.add(addition.added, to: hour, of: importID) else {
                    throw HistoryError.damagedImport(path: path)
                }
                receive(points, addition.added)
                return addition
            }
            guard try imports.addPoints(added, of: importID) else { throw HistoryError.undone(path: path) }
            return added
        }
    }

    private func addMany(_ points: [TrackPoint], to hour: DeviceHour) throws -> HourAddition {
        // An hour with rows is yet to be sealed, together with these.
        try hasRows(hour) ? addRows(points, to: hour) : addSealed(points, to: hour)
    }

    private func append(
        _ points: [TrackPoint], _ add: ([TrackPoint], DeviceHour) throws -> HourAddition
    ) throws -> Int {
        guard !connection.hasMoved else { throw HistoryError.moved(path: path) }
        // A removal that was killed is recorded now.
        try recordRemoval()
        let newest = try self.newest()
        var late = LateSpans()
        var added = 0
        for group in HourGroups(points).groups {
            let hour = DeviceHour(hour: group.hour, device: try devices.findOrCreateNumber(group.device))
            let addition = try add(group.points, hour)
            added += addition.added.count
            if let newest { late.add(try lateSpans(of: addition, in: hour, upTo: newest), device: hour.device) }
        }
        try record(late)
        return added
    }

    private func addRows(_ points: [TrackPoint], to hour: DeviceHour) throws -> HourAddition {
        let sealed = try sealedTimes(of: hour)
        var added: [Timestamp] = []
        for point in points where !sealed.contains(point.timestamp) {
            if try recent.insert(point, device: hour.device) { added.append(point.timestamp) }
        }
        return HourAddition(added: added, sealed: sealed)
    }

    /// Points after everything sealed in their hour become a segment, or join the last one if they are few: to reseal
    /// the whole hour would cost more than the bytes that it saves.
    private func addSealed(_ points: [TrackPoint], to hour: DeviceHour) throws -> HourAddition {
        let headers = try segments.headers(of: hour)
        guard isContinuation(points, after: headers) else { return try reseal(headers, of: hour, with: points) }
        if points.count < Self.minSegmentCount, let last = headers.max(by: { $0.stop < $1.stop }) {
            return try reseal([last], of: hour, with: points)
        }
        try insert(points, device: hour.device, thinning: .none)
        return HourAddition(added: points.map(\.timestamp), sealed: [])
    }

    private func isContinuation(_ points: [TrackPoint], after headers: [SegmentHeader]) -> Bool {
        guard let first = points.first, headers.allSatisfy({ $0.stop < first.timestamp }) else { return false }
        return points.indices.dropFirst().allSatisfy { points[$0 - 1].timestamp < points[$0].timestamp }
    }

    private func hasRows(_ hour: DeviceHour) throws -> Bool {
        try recent.rows(hour.hour.span, device: hour.device).next() != nil
    }

    /// Returns the times of the sealed points in an hour of a device.
    ///
    /// Of a damaged segment only the first and the last are known.
    private func sealedTimes(of hour: DeviceHour) throws -> Set<Timestamp> {
        var times: Set<Timestamp> = []
        for header in try segments.headers(of: hour) { times.formUnion(try segments.times(of: header)) }
        return times
    }
}

extension SQLiteHistory {
    /// Seals the full hours before a moment.
    ///
    /// - Throws: ``HistoryError``.
    public func seal(before moment: Timestamp) throws {
        for hour in try read({ try recent.hours(before: Hour(containing: moment).start) }) {
            try write {
                let rows = try RecentCursor(recent.rows(hour.hour.span, device: hour.device), devices).all()
                _ = try reseal(segments.headers(of: hour), of: hour, with: rows)
                _ = try recent.delete(hour.hour.span, device: hour.device)
                try summarise(hour)
            }
        }
    }

    /// Merges points into the sealed hour of a device, or into some of its segments; within a transaction.
    ///
    /// A damaged segment stays beside the new ones.
    ///
    /// - Returns: The new points, and those that were in these segments.
    func reseal(_ headers: [SegmentHeader], of hour: DeviceHour, with more: [TrackPoint]) throws -> HourAddition {
        var points: [TrackPoint] = []
        var times: Set<Timestamp> = []
        for header in headers {
            guard let sealed = try SegmentCursor(header, segments, device: devices.name(hour.device)).all() else {
                times.formUnion([header.start, header.stop])
                continue
            }
            points += sealed
            try segments.delete(header)
        }
        times.formUnion(points.lazy.map(\.timestamp))
        let sealed = times
        let new = more.filter { times.insert($0.timestamp).inserted }
        points += new
        try insert(points.sorted { $0.timestamp < $1.timestamp }, device: hour.device, thinning: .none)
        return HourAddition(added: new.map(\.timestamp), sealed: sealed)
    }

    /// Inserts sorted points of one device and hour as segments; within a transaction.
    func insert(_ points: [TrackPoint], device: Int64, thinning: ThinningLevel) throws {
        for start in stride(from: 0, to: points.count, by: Segment.maxPointCount) {
            let end = min(start + Segment.maxPointCount, points.count)
            try segments.insert(points[start..<end], device: device, thinning: thinning)
        }
    }
}
