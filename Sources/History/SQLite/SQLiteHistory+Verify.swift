import HistoryEncoding
import Location
import SQLite

extension SQLiteHistory {
    /// Checks everything there is.
    ///
    /// - Throws: ``HistoryError``.
    public func verify() throws -> Verification {
        try reading {
            var result = Verification()
            let check = try connection.prepare("PRAGMA integrity_check")
            while try check.step() {
                if let line = check.text(at: 0), line != "ok" { result.faults.append("\(path): \(line)") }
            }
            try verifySegments(&result)
            try verifyRows(&result)
            return result
        }
    }

    private func verifySegments(_ result: inout Verification) throws {
        let heads = try segments.heads(.all)
        while let head = try heads.next() {
            result.segments += 1
            let device = try devices.name(head.device)
            let run = try SegmentRun(head, segments, device: device)
            let points = run.all()
            if let reason = try points == nil ? run.damage?.reason : fault(of: head) {
                result.damaged.append(head.damaged(device: device, reason))
            } else {
                result.fixes += head.count
            }
        }
    }

    /// What is wrong with a segment that can be read; nil where nothing is.
    private func fault(of head: SegmentHead) throws -> String? {
        guard head.hour == Hour(containing: head.stop) else { return "it reaches beyond its hour" }
        guard try segments.hasBox(head) else { return "its box is missing or too small" }
        guard try segments.hasOutline(head) else { return "its line is missing or damaged" }
        return nil
    }

    private func verifyRows(_ result: inout Verification) throws {
        let rows = try recent.rows(.all)
        while let row = try rows.next() {
            guard let steps = row.steps, steps.point(device: "") != nil else {
                result.faults.append("\(path): a row that is no point, of device \(row.device)")
                continue
            }
            result.fixes += 1
        }
    }
}
