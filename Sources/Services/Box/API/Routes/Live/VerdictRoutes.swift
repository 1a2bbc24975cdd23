import Basics
import HTTPServer
import Location
import Web
import Wire

struct VerdictRoutes {
    private static let list = "application/json"
    private static let lines = "application/x-ndjson"
    private static let chunkSize = 256

    let daemon: DaemonAccess
    let workers: WorkerPool

    var all: [Route] { [Route("/v1/verdicts", for: .readers, readsQuery: true, [.get: verdicts])] }

    private func verdicts(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("rejected", "since", "last")
        let selection = try VerdictFilter(parameters)
        let type = try context.mediaType(among: [Self.list, Self.lines])
        let moment = context.moment
        return try workers.response(for: context, type: type) { output in
            let verdicts = daemon.verdicts(moment)
            let records = selection.select(
                from: verdicts.records, forgottenUntil: verdicts.forgottenUntil, now: moment.wallClock)
            try Self.write(records, asList: type == Self.list, to: output)
        }
    }

    private static func write(
        _ records: [VerdictRecord], asList: Bool, to output: ProducedStream.Output
    ) throws(ProducedStream.AbandonedError) {
        if asList { try output.write(Array("{\"verdicts\":[".utf8)) }
        var bytes: [UInt8] = []
        for (index, record) in records.enumerated() {
            if asList, index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += EpochJSON.encode(record)
            if !asList { bytes.append(0x0A) }
            guard index % chunkSize == chunkSize - 1 else { continue }
            try output.write(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        try output.write(bytes + (asList ? Array("]}\n".utf8) : []))
    }
}

struct VerdictFilter: Hashable {
    /// The maximum number of verdicts, the latest ones; nil for all.
    var last: Int?
    /// The earliest time of a verdict; nil for all.
    var since: Timestamp?
    /// True to select unused epochs alone.
    var rejectedOnly = false

    /// Creates a filter that selects everything.
    init() {}

    /// Creates a filter from the query parameters `last`, `since` and `rejected`.
    init(_ parameters: QueryParameters) throws(Problem) {
        last = try parameters.last()
        since = try parameters.time("since")
        rejectedOnly = try parameters.flag("rejected")
    }

    /// Returns the selected verdicts, oldest first.
    ///
    /// - Parameters:
    ///   - records: all verdicts, oldest first.
    ///   - forgotten: the end of dropped rejections; nil if none was dropped.
    ///   - now: the time of day, so that a changed clock does not change the age of a verdict.
    /// - Returns: the selected verdicts; the first carries `forgotten` if the dropped rejections could have been
    ///   selected.
    func select(from records: [VerdictRecord], forgottenUntil forgotten: Timestamp?, now: Timestamp) -> [VerdictRecord]
    {
        var chosen: [VerdictRecord] = []
        var remaining = records[...]
        while chosen.count < last ?? .max, let record = remaining.popLast() {
            if let since, let time = Self.time(of: record, now: now), time < since { return chosen.reversed() }
            if !rejectedOnly || (record.reason != nil && !record.isReinstated) { chosen.append(record) }
        }
        chosen.reverse()
        if remaining.isEmpty, !chosen.isEmpty { chosen[0].discardedUntil = forgotten }
        return chosen
    }

    private static func time(of record: VerdictRecord, now: Timestamp) -> Timestamp? {
        record.age.map { now + (.zero - $0) } ?? record.until ?? record.received
    }
}
