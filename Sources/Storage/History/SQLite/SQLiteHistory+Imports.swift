public import Basics
import Location
import SQLite

extension SQLiteHistory {
    /// Records that an import reads a source, before its points are added with ``bulkAppend(_:of:)``.
    ///
    /// - Parameters:
    ///   - id: The number of the import; nil for a new one.
    ///   - source: The name of the source; nil for another track of the same source.
    ///   - format: The format of the track.
    ///   - moment: The time of day.
    /// - Returns: The number of the import.
    /// - Throws: ``HistoryError``.
    public func recordImport(_ id: Int64?, source: String?, format: String, at moment: Timestamp) throws -> Int64 {
        try write {
            let id = try id ?? imports.insert(at: moment)
            if let source { try imports.addFile(source, of: id) }
            try imports.addFormat(format, of: id)
            return id
        }
    }

    /// Returns the imports that can be undone, in the order of their numbers; none of those made before version 5 of the
    /// file.
    ///
    /// - Throws: ``HistoryError``.
    public func importList() throws -> [HistoryImport] {
        try read { try imports.exists() ? imports.all() : [] }
    }

    /// Returns an import that can be undone; nil if there is none of this number.
    ///
    /// - Throws: ``HistoryError``.
    public func importRecord(_ id: Int64) throws -> HistoryImport? {
        try read { try imports.exists() ? imports.all(id: id).first : nil }
    }

    /// Returns what undoing an import would remove.
    ///
    /// - Throws: ``HistoryError``.
    public func previewUndo(_ id: Int64) throws -> UndoneImport {
        try read {
            var undone = UndoneImport()
            var last: DeviceHour?
            while case let rows = try importedHours.rows(of: id, after: last, upTo: Self.undoneHours), !rows.isEmpty {
                for row in rows { undone.add(row.times ?? []) }
                last = rows.last?.hour
            }
            return undone
        }
    }

    /// Removes the points that an import added and that are still in the history, some hours at a time, and forgets the
    /// import.
    ///
    /// After an error or a crash it can be repeated, and removes the rest.
    ///
    /// - Parameters:
    ///   - id: The number of the import.
    ///   - progress: Receives the number of removed points after each transaction.
    /// - Returns: What was removed.
    /// - Throws: ``HistoryError``.
    public func undoImport(_ id: Int64, progress: (Int) -> Void = { _ in }) throws -> UndoneImport {
        let newest = try write { try rememberNewest() }
        var undone = UndoneImport()
        var last: DeviceHour?
        while let hour = try write({ try undoHours(of: id, after: last, &undone) }) {
            last = hour
            progress(undone.points)
        }
        try write {
            if try importedHours.rows(of: id, upTo: 1).isEmpty { try imports.delete(id) }
            try devices.removeUnused()
            try recordRemoval(of: newest)
        }
        try reclaim(keepingPages: 0)
        return undone
    }

    /// The number of points that one transaction of an undo removes, unless a single hour has more.
    private static let maxUndoCount = 20_000
    /// The number of hours that are read at once: a row of a few bytes may have the times of millions of points.
    private static let undoneHours = 8

    /// Removes the points of an import in its next hours; returns the last of them, nil if there are none.
    private func undoHours(of id: Int64, after hour: DeviceHour?, _ undone: inout UndoneImport) throws -> DeviceHour? {
        var count = 0
        var last: DeviceHour?
        for row in try importedHours.rows(of: id, after: hour, upTo: Self.undoneHours) where count < Self.maxUndoCount {
            try undo(row, &undone)
            count += row.count
            last = row.hour
        }
        return last
    }

    private func undo(_ row: ImportedHourTable.Row, _ undone: inout UndoneImport) throws {
        guard let times = row.times else {
            let device = try devices.name(row.hour.device)
            undone.damaged.append(
                DamagedSegment(
                    device: device, first: row.hour.hour.start, last: row.hour.hour.last, count: row.count,
                    reason: "damaged list of imported points"))
            return
        }
        let (removed, damaged) = try remove(Set(times), from: row.hour)
        undone.add(removed.sorted())
        // What a damaged segment may have can be removed by a later attempt.
        let rest = damaged.isEmpty ? [] : times.filter { !removed.contains($0) }
        if !rest.isEmpty { undone.damaged += damaged }
        try importedHours.set(rest, of: row.hour, row.importID)
        try summarise(row.hour)
    }

    /// Removes points from an hour of a device; within a transaction.
    ///
    /// - Returns: The times of the removed points, and the segments that cannot be read.
    private func remove(
        _ times: Set<Timestamp>, from hour: DeviceHour
    ) throws -> (removed: Set<Timestamp>, damaged: [DamagedSegment]) {
        var removed = try Set(recent.delete(times, device: hour.device))
        var damaged: [DamagedSegment] = []
        for header in try segments.headers(of: hour) {
            guard let points = try points(of: header) else {
                damaged.append(header.damaged(device: try devices.name(hour.device), "unreadable"))
                continue
            }
            let rest = points.filter { !times.contains($0.timestamp) }
            guard rest.count < points.count else { continue }
            removed.formUnion(points.lazy.map(\.timestamp).filter(times.contains))
            try segments.delete(header)
            try insert(rest, device: hour.device, thinning: header.thinning)
        }
        return (removed, damaged)
    }
}

extension SQLiteHistory {
    /// Remembers the time of the newest point before it may be removed, also by a removal that is killed; within a
    /// transaction.
    ///
    /// - Returns: the time; nil without points.
    func rememberNewest() throws -> Timestamp? {
        guard let newest = try self.newest() else { return nil }
        try remember(newest)
        return newest
    }

    private func remember(_ newest: Timestamp) throws {
        try connection.run("INSERT INTO removal(last) VALUES(?)", newest.milliseconds)
    }

    /// Adds a late run from the newest point to the one that was the newest before a removal: those who have read so far go
    /// back to its beginning, so that they see what is added from there on; within a transaction.
    ///
    /// - Parameter before: the time of the newest point before it; nil for that which was remembered.
    /// - Throws: ``HistoryError``.
    func recordRemoval(of before: Timestamp? = nil) throws {
        if let before { try remember(before) }
        guard let last = try connection.integer("SELECT max(last) FROM removal").map(Timestamp.init(clamping:)) else {
            return
        }
        try connection.execute("DELETE FROM removal")
        let first = try newest().map { $0 + .milliseconds(1) } ?? .earliest
        guard first <= last else { return }
        try lateRuns.insert(TimeSpan(first: first, last: last), device: "")
        try lateRuns.joinOldest()
    }
}
