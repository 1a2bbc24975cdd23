import Location
import SQLite

extension SQLiteHistory {
    /// What is there, in figures.
    ///
    /// - Throws: ``HistoryError``.
    public func info() throws -> HistoryInfo {
        try read {
            var tally = SpanCounter()
            let rows = try recent.keys()
            var waiting = rows.map(\.time)[...]
            var numbers = Set(rows.map(\.device))
            var segmentCount = 0
            let heads = try segments.headers(.all)
            while let head = try heads.next() {
                while let time = waiting.first, time <= head.start { tally.add(waiting.removeFirst()) }
                tally.add(head.span, count: head.count)
                numbers.insert(head.device)
                segmentCount += 1
            }
            for time in waiting { tally.add(time) }
            let pageSize = try number("page_size")
            return HistoryInfo(
                fixes: tally.fixes, recent: rows.count,
                placeEvents: try placeEvents.exists() ? placeEvents.count() : 0, segments: segmentCount,
                bytes: try number("page_count") * pageSize, freeBytes: try number("freelist_count") * pageSize,
                first: tally.first, last: tally.last, devices: try numbers.map(devices.name).sorted(), gaps: tally.gaps)
        }
    }

    private func number(_ pragma: String) throws -> Int {
        Int(clamping: try connection.integer("PRAGMA \(pragma)") ?? 0)
    }
}
