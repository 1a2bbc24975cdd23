public import Basics

extension SQLiteHistory {
    /// A late run: the points that were added behind the newest point then stored, such as imported ones.
    ///
    /// A reader that goes through the history in order of time finds in these runs what has come behind it. Late points
    /// of one append are one run up to the next point of the device that was stored before.
    public struct LateRun: Hashable, Sendable {
        /// The number of the run, from 1; later runs have higher ones.
        public let id: Int64
        /// The name of the device; empty if the run has points of several.
        public let device: String
        /// The time of the first point.
        public let first: Timestamp
        /// The time of the last point.
        public let last: Timestamp
    }

    /// Returns the late runs after a number, in order.
    ///
    /// - Parameters:
    ///   - id: The number of the last run already read; 0 for all.
    ///   - limit: The maximum number of runs.
    /// - Returns: The runs, without damaged ones; none if the file is opened for reading and has no table for them.
    /// - Throws: ``HistoryError``.
    public func lateRuns(after id: Int64, limit: Int) throws -> [LateRun] {
        try read {
            guard try lateRuns.exists() else { return [] }
            let rows = try lateRuns.rows(after: id)
            var runs: [LateRun] = []
            while runs.count < limit, let row = try rows.next() {
                if let row { runs.append(row) }
            }
            return runs
        }
    }

    /// Returns the highest number of a run ever assigned, also if that run was removed; 0 for none.
    ///
    /// - Throws: ``HistoryError``.
    public func lastLateRun() throws -> Int64 {
        try read { try lateRuns.exists() ? lateRuns.lastNumber() : 0 }
    }

    /// Removes the runs up to a number, which every reader has read.
    ///
    /// - Throws: ``HistoryError``.
    public func trimLateRuns(upTo id: Int64) throws {
        try write { try lateRuns.delete(upTo: id) }
    }

    /// Returns the time of the newest point of any device; nil if there is none.
    ///
    /// - Throws: ``HistoryError``.
    public func newestTime() throws -> Timestamp? {
        try read { try newest() }
    }

    /// Returns the identity of the history, 32 random hexadecimal digits by which a replaced file is noticed; nil if the
    /// file is opened for reading and has none.
    ///
    /// - Throws: ``HistoryError``.
    public func identity() throws -> String? {
        try read { try lateRuns.exists() ? lateRuns.identity() : nil }
    }

    /// Runs a body whose calls all read the same state of the history, unaffected by concurrent writers.
    ///
    /// The body must not change the history.
    ///
    /// - Throws: ``HistoryError``, or errors of the body.
    public func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try read(body)
    }
}

extension SQLiteHistory {
    /// Returns the time of the newest point of any device; within a transaction.
    func newest() throws -> Timestamp? {
        let row = try recent.newest()
        guard let start = try segments.lastStart() else { return row }
        // No segment exceeds its hour, so only those of the last hour matter.
        if let row, Hour(containing: start) < Hour(containing: row) { return row }
        let sealed = try segments.headers(TimeSpan(first: Hour(containing: start).start, last: .latest)).all()
        return (sealed.map(\.stop) + [row].compactMap { $0 }).max()
    }

    /// Returns the spans of the late points among the new ones of an hour, up to the newest point stored before them.
    func lateSpans(of addition: HourAddition, in hour: DeviceHour, upTo newest: Timestamp) throws -> [TimeSpan] {
        let late = addition.added.filter { $0 <= newest }.sorted()
        guard let first = late.first, let last = late.last else { return [] }
        let span = TimeSpan(first: first, last: last)
        let new = Set(late)
        let rows = try recent.times(span, device: hour.device).filter { !new.contains($0) }
        return LateSpans.spans(of: late, interruptedBy: (rows + addition.sealed.filter(span.contains)).sorted())
    }

    /// Records late points as runs; after all of them were added, and within the same transaction.
    func record(_ late: LateSpans) throws {
        guard !late.byDevice.isEmpty else { return }
        for (device, spans) in late.byDevice.sorted(by: { $0.key < $1.key }) {
            let name = try devices.name(device)
            for run in try joined(spans, device: device) { try lateRuns.insert(run, device: name) }
        }
        try lateRuns.joinOldest()
    }

    /// Joins spans of successive hours between which the device has no point.
    private func joined(_ spans: [TimeSpan], device: Int64) throws -> [TimeSpan] {
        var runs: [TimeSpan] = []
        for span in spans.sorted(by: { $0.first < $1.first }) {
            if let run = runs.last, try !hasPoint(of: device, after: run.last, before: span.first) {
                runs[runs.count - 1] = TimeSpan(first: run.first, last: max(run.last, span.last))
            } else {
                runs.append(span)
            }
        }
        return runs
    }

    /// Returns true if a device has a point between two late ones; two of the same hour have one.
    private func hasPoint(of device: Int64, after first: Timestamp, before last: Timestamp) throws -> Bool {
        guard Hour(containing: first) != Hour(containing: last) else { return true }
        let span = TimeSpan(first: first + .milliseconds(1), last: last + .milliseconds(-1))
        if try recent.rows(span, device: device).next() != nil { return true }
        // Both are late, and their spans end where a stored point follows: a segment of their hours with points between
        // them begins or ends there.
        let headers = try segments.headers(TimeSpan(first: first, last: last), device: device)
        return try !headers.all(upTo: 1) { $0.stop > first && $0.start < last }.isEmpty
    }
}
