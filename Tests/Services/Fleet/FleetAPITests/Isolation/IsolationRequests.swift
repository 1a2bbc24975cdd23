import HTTPServer

/// The requests by which a test tries to learn of another team: with its names in every place where a name can stand.
struct IsolationRequests {
    /// All requests for the operation.
    let all: [TestRequest]

    init(_ operation: FleetDocument.Operation) {
        let queries = Self.queries(operation.parameters)
        let bodies = Self.bodies(operation.identifier)
        all = Self.paths(operation.path).flatMap { path in
            queries.flatMap { query in
                bodies.map { TestRequest(path, method: operation.method, query: query, body: $0) }
            }
        }
    }

    /// Names in the path: of the other team's device, of the own one, and of none.
    private static func paths(_ path: String) -> [String] {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.contains(where: { $0.hasPrefix("{") }) else { return [path] }
        let names =
            parts.contains("{id}") ? ["{other-share}", "nothing", "{own-share}"] : ["secret-van", "a-1", "nowhere"]
        let links =
            parts.contains("{secret}") ? ["{device-link}", "{team-link}", "abcdefghijklmnopqrstuvwxyz234567"] : [""]
        let all = names.flatMap { name in
            links.map { link in
                parts.map { part in
                    part.hasPrefix("{") ? part == "{secret}" ? link : part == "{folder}" ? "view" : name : String(part)
                }.joined(separator: "/")
            }
        }
        // Without a name, the same path several times.
        return all.reduce(into: []) { paths, path in if !paths.contains(path) { paths.append(path) } }
    }

    private static let values: [String: [String]] = [
        "Team": ["other-team", "a", "no-team"], "State": ["live", "silent", "none"],
        "Within": ["-90,-180,90,180", "47,8,48,9"], "NameFilter": ["secret", "van", "a"], "From": ["2020-01-01"],
        "To": ["2030-01-01"], "Time": ["2026-01-01T00:00:00Z", "1h"], "Simplify": ["20"],
        "Format": ["json", "lines", "geojson", "gpx", "kml", "csv"], "Place": ["Hideout", "Depot"], "Last": ["5"],
        "Code": ["abcdefghijklmnopqrstuvwxyz234567"], "EventDevice": ["secret-van", "a-1", "nowhere"],
        "Before": ["2030-01-01"], "Zone": ["Australia/Melbourne", "Nowhere"],
        "WithinBox": ["47,8,48,9", "-90,-180,90,180"], "Count": ["5"], "Source": ["cities"],
    ]
    private static let names = [
        "Team": "team", "State": "state", "Within": "within", "NameFilter": "name", "From": "from", "To": "to",
        "Time": "time", "Simplify": "simplify", "Format": "format", "Place": "place", "Last": "last", "Code": "code",
        "EventDevice": "device", "Before": "before", "Zone": "zone", "WithinBox": "within", "Count": "count",
        "Source": "source",
    ]

    /// The parameters of a query that have no values here, so that no request would try them.
    static func untried(_ operation: FleetDocument.Operation) -> [String] {
        let inPath: Set = ["Column", "DeviceName", "File", "Folder", "Row", "Secret", "ShareID", "TokenName", "Zoom"]
        return operation.parameters.filter { !inPath.contains($0) && values[$0] == nil }
    }

    /// Without parameters, each value of each parameter alone, and the first value of all.
    private static func queries(_ parameters: [String]) -> [[HTTPField]] {
        let known = parameters.compactMap { parameter in
            names[parameter].map { (name: $0, values: values[parameter] ?? []) }
        }
        let single = known.flatMap { parameter in parameter.values.map { [HTTPField(parameter.name, $0)] } }
        let first = known.compactMap { parameter in parameter.values.first.map { HTTPField(parameter.name, $0) } }
        return [[]] + single + (known.count > 1 ? [first] : []) + [[HTTPField("device", "secret-van")]]
    }

    private static func bodies(_ identifier: String) -> [String] {
        switch identifier {
        case "addShare":
            [
                #"{"device":"secret-van"}"#, #"{"device":"nowhere-van"}"#, #"{"team":"other-team"}"#,
                #"{"team":"no-team"}"#, #"{"device":"a-1","team":"other-team"}"#, #"{"device":"a-1","for":"2h"}"#,
            ]
        // A name that the other team's member has given to a program too.
        case "addToken": [#"{"name":"logger"}"#]
        default: [""]
        }
    }
}
