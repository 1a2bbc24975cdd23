import Basics
import CommandLine
import JSON

/// The values of the report's JSON by their paths, such as `fix.latitude`: `whereismy --field`.
struct ReportFields {
    static let option = Option(
        "field", value: "NAME", .words { names }, help: "one value of the JSON, such as fix.latitude; repeatable")

    /// The paths of all values, in the order of the JSON.
    static let names: [String] = groups.flatMap { group in
        group.members.map { group.name.isEmpty ? $0 : "\(group.name).\($0)" }
    }

    private static let fix = [
        "timestamp", "mode", "latitude", "longitude", "altitude", "ellipsoidalAltitude", "horizontalAccuracy",
        "horizontalAccuracyOrigin", "verticalAccuracy", "speed", "speedAccuracy", "course", "courseAccuracy",
        "climb", "differentialAge", "device", "differential", "source", "timeSource",
    ]

    private static let groups: [(name: String, members: [String])] = [
        ("", ["state", "since", "sequence", "detail", "age"]),
        ("fix", fix + ["bound"]), ("fix.accuracyEllipse", ["north", "east", "covariance"]), ("", ["received"]),
        ("now", ["time", "latitude", "longitude", "horizontalAccuracy", "bridged"]), ("", ["motion", "odometer"]),
        ("satellites", ["used", "visible", "hdop"]),
        ("rejections", ["count", "epochs", "window", "reason", "explanation"]),
        ("receiverFault", ["fault", "device", "metres", "explanation", "cure"]),
        ("integrity", ["level", "since", "reasons.code", "reasons.detail"]),
        ("claim", fix), ("claim.accuracyEllipse", ["north", "east", "covariance"]),
        ("place", ["name", "region", "country", "distance", "bearing"]),
        ("near", ["name", "distance", "bearing"]),
        ("", ["inside"]),
        (
            "anchor",
            ["latitude", "longitude", "radius", "set", "dragging", "since", "lost", "unsure", "distance", "bearing"]
        ),
    ]

    private var values: [String: String] = [:]
    /// The key in each of the open objects.
    private var path: [String] = []

    /// Reads a report's JSON; one that is not valid has no values.
    init(_ json: [UInt8]) {
        var scanner = JSONScanner()
        var index = 0
        while let token = try? scanner.next(in: json.span, at: &index) { add(token, scanner.text) }
    }

    /// Returns the requested names; none without the option.
    static func names(_ options: ParsedOptions) throws(UsageError) -> [String] {
        let wanted = options.values(of: option)
        for name in wanted where !names.contains(name) {
            throw UsageError(
                "--\(option.name): unknown value \(String(name.prefix(80)).debugDescription), \(hint(name))")
        }
        return wanted
    }

    /// Returns a line for each name, empty for a value that is absent.
    func text(_ names: [String]) -> String {
        names.map { PrintableText.sanitized(values[$0] ?? "") + "\n" }.joined()
    }

    /// A value without its object is the usual mistake.
    private static func hint(_ name: String) -> String {
        let last = name.split(separator: ".").last.map { "." + $0 } ?? name
        return names.first { $0.hasSuffix(last) }.map { "did you mean \($0)?" } ?? names.hint(for: name)
    }

    private mutating func add(_ token: JSONToken, _ text: [UInt8]) {
        switch token {
        case .objectStart: path.append("")
        case .objectEnd: path.removeLast()
        case .key: path[path.count - 1] = String(decoding: text, as: UTF8.self)
        case .string, .number: add(String(decoding: text, as: UTF8.self))
        case .yes: add("true")
        case .no: add("false")
        case .arrayStart, .arrayEnd, .null: break
        }
    }

    /// Adds a value; those of a list are separated by commas.
    private mutating func add(_ value: String) {
        let name = path.joined(separator: ".")
        values[name] = values[name].map { "\($0), \(value)" } ?? value
    }
}
