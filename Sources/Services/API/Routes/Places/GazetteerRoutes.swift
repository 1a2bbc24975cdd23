import Queries
import Basics
import Gazetteer
import HTTPServer
import Location

/// The places of the world: what is near, what is called so.
struct GazetteerRoutes {
    private static let type = "application/json"
    /// Unicode scalars of a text that somebody looks for; more is no name.
    private static let longestText = 200

    let gazetteer: GazetteerAccess
    let machine: Machine
    let work: Workshop

    /// The routes.
    var all: [Route] {
        [
            Route("/v1/places/nearest", for: .readers, [.get: nearest]),
            Route("/v1/places/search", for: .readers, [.get: search]),
        ]
    }

    private var nearest: Route.Endpoint {
        { [gazetteer, machine, work] call in
            let arguments = try call.arguments("at", "within", "count", "source")
            let asked = try arguments.value("at", "a position such as \(Coordinate.example)") { Coordinate($0) }
            let limit = try arguments.metres("within") ?? gazetteer.usualLimit
            let (count, source) = (try arguments.count(usual: 1), arguments.text("source"))
            guard let here = asked ?? machine.feed.report(at: call.moment.uptime).fix?.coordinate else {
                throw Problem(.conflict, "no-fix", "no position is known, say at=LATITUDE,LONGITUDE")
            }
            let open = try gazetteer.opener(for: source)
            return try work.answer(Self.type) { output in
                let hits = try open().nearest(to: here, within: limit, count: count, source: source)
                try output.write(GazetteerAnswer.json(hits))
            }
        }
    }

    private var search: Route.Endpoint {
        { [gazetteer, work] call in
            let arguments = try call.arguments("text", "count", "source")
            let expected =
                "the beginning of a name or a code, of at most \(Self.longestText) characters"
            let text = try arguments.value("text", expected) { $0.unicodeScalars.count <= Self.longestText ? $0 : nil }
            guard let text else { throw Problem.badRequest("text is missing: \(expected)") }
            let (count, source) = (try arguments.count(usual: 10), arguments.text("source"))
            let open = try gazetteer.opener(for: source)
            return try work.answer(Self.type) { output in
                let entries = try open().search(text, count: count, source: source)
                try output.write(GazetteerAnswer.json(entries))
            }
        }
    }
}

extension Arguments {
    /// How many places at most.
    ///
    /// - Throws: ``Problem`` where it is no number from 1 to 1000.
    fileprivate func count(usual: Int) throws(Problem) -> Int {
        try value("count", "a number from 1 to 1000") { text in
            Int(text).flatMap { (1...1000).contains($0) ? $0 : nil }
        } ?? usual
    }
}
