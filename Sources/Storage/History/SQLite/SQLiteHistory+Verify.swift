import Basics
import HistoryEncoding
import Location
import SQLite

extension SQLiteHistory {
    /// Verifies the database.
    ///
    /// - Throws: ``HistoryError``.
    public func verify() throws -> Verification {
        try read {
            var result = Verification()
            try check(&result, verifyPages)
            try check(&result, verifySegments)
            try check(&result, verifyRows)
            try check(&result, verifySummaries)
            try check(&result, verifyOccurrences)
            try check(&result, verifyLateRuns)
            try check(&result, verifyImports)
            return result
        }
    }

    /// Runs a part of the verification; corruption that ends it is a result, not an error.
    private func check(_ result: inout Verification, _ part: (inout Verification) throws -> Void) throws {
        do {
            try part(&result)
        } catch let error as SQLiteError where error.isCorrupt {
            result.issues.append("\(path): \(error.message)")
        }
    }

    private func verifyPages(_ result: inout Verification) throws {
        let check = try connection.prepare("PRAGMA integrity_check")
        while try check.step() {
            // A row may have several lines.
            let lines = check.text(at: 0)?.split(separator: "\n") ?? []
            result.issues += lines.filter { $0 != "ok" }.map { "\(path): \($0)" }
        }
    }

    private func verifySegments(_ result: inout Verification) throws {
        let headers = try segments.headers(.all)
        var summaries = try SummaryCheck(self)
        while let header = try headers.next() {
            result.segments += 1
            let device = try devices.name(header.device)
            let cursor = try SegmentCursor(header, segments, device: device)
            let points = cursor.all()
            result.issues += try summaries.add(points, of: header)
            if let reason = try points == nil ? cursor.damage?.reason : defect(of: header) {
                result.damaged.append(header.damaged(device: device, reason))
            } else {
                result.fixes += header.count
            }
        }
        result.issues += try summaries.finish()
    }

    private func verifySummaries(_ result: inout Verification) throws {
        guard try parts.exists() else { return }
        for hour in try parts.orphans() {
            result.issues.append("\(path): summary without fixes: \(try summaryName(hour))")
        }
    }

    fileprivate func summaryName(_ hour: DeviceHour) throws -> String {
        "\(try devices.name(hour.device)) at \(hour.hour.start.iso8601)"
    }

    /// Returns the defect of a decodable segment; nil if it has none.
    private func defect(of header: SegmentHeader) throws -> String? {
        guard header.hour == Hour(containing: header.stop) else { return "longer than its hour" }
        do {
            guard try segments.hasBox(header) else { return "box missing or too small" }
            guard try segments.hasOutline(header) else { return "line missing or damaged" }
            return nil
        } catch let error as SQLiteError where error.isCorrupt {
            return "unreadable box or line: \(error.message)"
        }
    }

    private func verifyRows(_ result: inout Verification) throws {
        let rows = try recent.rows(.all)
        while let row = try rows.next() {
            guard let steps = row.steps, steps.point(device: "") != nil else {
                result.issues.append("\(path): invalid row of a point, device \(row.device)")
                continue
            }
            result.fixes += 1
        }
    }

    private func verifyOccurrences(_ result: inout Verification) throws {
        guard try placeEvents.exists() else { return }
        let rows = try placeEvents.rows(.all)
        while let row = try rows.next() {
            guard row != nil else {
                result.issues.append("\(path): invalid row of a place event")
                continue
            }
            result.placeEvents += 1
        }
    }

    private func verifyImports(_ result: inout Verification) throws {
        guard try imports.exists() else { return }
        let damaged = try importedHours.damagedCount()
        if damaged > 0 { result.issues.append("\(path): invalid times of imported points: \(damaged) hours") }
    }

    private func verifyLateRuns(_ result: inout Verification) throws {
        guard try lateRuns.exists() else { return }
        if try lateRuns.identity() == nil { result.issues.append("\(path): no identity") }
        let rows = try lateRuns.rows()
        while let row = try rows.next() {
            if row == nil { result.issues.append("\(path): invalid row of late points") }
        }
    }
}

/// Compares the stored summaries of hours with their points, which arrive segment by segment.
private struct SummaryCheck {
    private let history: SQLiteHistory
    private let statement: Statement?
    /// The points of the current hour; nil for points that cannot be read.
    private var hours: [DeviceHour: [TrackPoint]?] = [:]

    init(_ history: SQLiteHistory) throws {
        self.history = history
        statement = try history.parts.exists() ? history.parts.statement() : nil
    }

    /// Adds the points of a segment; returns the issues of the hours before.
    mutating func add(_ points: [TrackPoint]?, of header: SegmentHeader) throws -> [String] {
        let hour = DeviceHour(hour: header.hour, device: header.device)
        let issues = hours.keys.first.map { $0.hour != hour.hour } ?? false ? try finish() : []
        let before = hours[hour] ?? []
        hours.updateValue(points.flatMap { points in before.map { $0 + points } }, forKey: hour)
        return issues
    }

    /// Returns the issues of the current hour.
    mutating func finish() throws -> [String] {
        defer { hours = [:] }
        guard let statement else { return [] }
        return try hours.compactMap { hour, points in
            guard let points, let bytes = try history.parts.bytes(of: hour, statement), !bytes.isEmpty,
                bytes != SQLiteHistory.summary(of: points)
            else { return nil }
            return "\(history.path): summary differs from the fixes: \(try history.summaryName(hour))"
        }
    }
}
