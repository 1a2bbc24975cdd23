import Basics
import HTTPServer
import Location
import Wire

/// What was decided lately, and why.
struct VerdictRoutes {
    private static let list = "application/json"
    private static let lines = "application/x-ndjson"
    /// Verdicts that are written at once.
    private static let chunkSize = 256

    let machine: DaemonAccess
    let work: WorkerPool

    /// The routes.
    var all: [Route] { [Route("/v1/verdicts", for: .readers, [.get: verdicts])] }

    private var verdicts: Route.Handler {
        { [machine, work] call in
            let arguments = try call.queryParameters("rejected", "since", "last")
            let selection = try VerdictFilter(arguments)
            let type = try call.mediaType(among: [Self.list, Self.lines])
            let moment = call.moment
            return try work.response(type: type) { output in
                let verdicts = machine.verdicts(moment)
                let records = selection.select(
                    from: verdicts.records, forgottenUntil: verdicts.forgottenUntil, now: moment.wallClock)
                try Self.write(records, asList: type == Self.list, to: output)
            }
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
