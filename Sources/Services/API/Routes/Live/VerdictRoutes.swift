import Basics
import HTTPServer
import Location
import Wire

/// What was decided lately, and why.
struct VerdictRoutes {
    private static let list = "application/json"
    private static let lines = "application/x-ndjson"
    /// Verdicts that are written at once.
    private static let portion = 256

    let machine: Machine
    let work: Workshop

    /// The routes.
    var all: [Route] { [Route("/v1/verdicts", for: .readers, [.get: verdicts])] }

    private var verdicts: Route.Endpoint {
        { [machine, work] call in
            let arguments = try call.arguments("rejected", "since", "last")
            let selection = try VerdictSelection(arguments)
            let type = try call.type(of: [Self.list, Self.lines])
            let moment = call.moment
            return try work.answer(type) { output in
                let verdicts = machine.verdicts(moment)
                let records = selection.choose(
                    from: verdicts.records, forgottenUntil: verdicts.forgottenUntil, now: moment.wallClock)
                try Self.write(records, asList: type == Self.list, to: output)
            }
        }
    }

    private static func write(
        _ records: [VerdictRecord], asList: Bool, to output: ProducedStream.Output
    ) throws(ProducedStream.Abandoned) {
        if asList { try output.write(Array("{\"verdicts\":[".utf8)) }
        var bytes: [UInt8] = []
        for (index, record) in records.enumerated() {
            if asList, index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += EpochJSON.encode(record)
            if !asList { bytes.append(0x0A) }
            guard index % portion == portion - 1 else { continue }
            try output.write(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        try output.write(bytes + (asList ? Array("]}\n".utf8) : []))
    }
}
