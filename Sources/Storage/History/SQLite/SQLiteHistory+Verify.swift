import HistoryEncoding
import Location
import SQLite

extension SQLiteHistory {
    /// Checks everything there is.
    ///
    /// - Throws: ``HistoryError``.
    public func verify() throws -> Verification {
        try read {
            var result = Verification()
            try check(&result, verifyPages)
            try check(&result, verifySegments)
            try check(&result, verifyRows)
            try check(&result, verifyOccurrences)
            return result
        }
    }

    /// Makes a part of the check, as far as it comes: damage is what it is there to find.
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
            // A row may have many lines.
            let lines = check.text(at: 0)?.split(separator: "\n") ?? []
            result.issues += lines.filter { $0 != "ok" }.map { "\(path): \($0)" }
        }
    }

    private func verifySegments(_ result: inout Verification) throws {
        let heads = try segments.headers(.all)
        while let head = try heads.next() {
            result.segments += 1
            let device = try devices.name(head.device)
            let run = try SegmentCursor(head, segments, device: device)
            let points = run.all()
            if let reason = try points == nil ? run.damage?.reason : defect(of: head) {
                result.damaged.append(head.damaged(device: device, reason))
            } else {
                result.fixes += head.count
            }
        }
    }

    /// What is wrong with a segment that can be read; nil where nothing is.
    private func defect(of head: SegmentHeader) throws -> String? {
        guard head.hour == Hour(containing: head.stop) else { return "it reaches beyond its hour" }
        do {
            guard try segments.hasBox(head) else { return "its box is missing or too small" }
            guard try segments.hasOutline(head) else { return "its line is missing or damaged" }
            return nil
        } catch let error as SQLiteError where error.isCorrupt {
            return "its box or its line cannot be read: \(error.message)"
        }
    }

    private func verifyRows(_ result: inout Verification) throws {
        let rows = try recent.rows(.all)
        while let row = try rows.next() {
            guard let steps = row.steps, steps.point(device: "") != nil else {
                result.issues.append("\(path): a row that is no point, of device \(row.device)")
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
                result.issues.append("\(path): a row that tells nothing of a place")
                continue
            }
            result.placeEvents += 1
        }
    }
}
