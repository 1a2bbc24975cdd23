import CommandLine
import Configuration
import JSON
import Location
import Testing

@testable import Command
@testable import Wire

/// `whereismy --field`.
struct ReportFieldTests {
    /// A report with every value of the schema.
    private static let full = """
        {"state":"live","since":"2026-01-01T00:00:00.000Z","sequence":412,"detail":"d","age":0.4,
        "fix":{"timestamp":"2026-01-01T00:06:52.000Z","mode":"3d","latitude":-37.80996889,"longitude":144.96326388,
        "altitude":45.1,"ellipsoidalAltitude":50.0,"horizontalAccuracy":5.5,"horizontalAccuracyOrigin":"receiver",
        "accuracyEllipse":{"north":5,"east":4,"covariance":-7.5},
        "verticalAccuracy":9.5,"speed":3.5,"speedAccuracy":0.4,"course":90.0,"courseAccuracy":2.0,"climb":0.0,
        "differentialAge":1.5,"device":"/dev/ttyUSB0","differential":"dgps","source":"receiver","timeSource":"reception",
        "bound":21},"received":"2026-01-01T00:06:52.311Z","now":{"time":"2026-01-01T00:07:01.311Z","latitude":-37.80996889,
        "longitude":144.96326,"horizontalAccuracy":5.6,"bridged":0.3},"motion":"moving","odometer":1240.5,
        "satellites":{"used":8,"visible":10,"hdop":0.9},
        "rejections":{"count":1,"epochs":2,"window":60,"reason":"jump","explanation":"too far"},
        "receiverFault":{"fault":"position-disagreement","device":"/dev/ttyUSB0","metres":3},
        "integrity":{"level":"contradicted","since":"2026-01-01T00:06:00.000Z","reasons":[
        {"code":"jump","detail":"90 km"},{"code":"time","detail":"9 s"}]},
        "claim":{"timestamp":"2026-01-01T00:06:52.000Z","mode":"3d","latitude":-38.0,"longitude":145.0,
        "altitude":45.1,"ellipsoidalAltitude":50.0,"horizontalAccuracy":5.5,"horizontalAccuracyOrigin":"receiver",
        "accuracyEllipse":{"north":5,"east":4,"covariance":-7.5},
        "verticalAccuracy":9.5,"speed":3.5,"speedAccuracy":0.4,"course":90.0,"courseAccuracy":2.0,"climb":0.0,
        "differentialAge":1.5,"device":"/dev/ttyUSB0","differential":"none","source":"receiver","timeSource":"reception"},
        "place":{"name":"Melbourne","region":"Victoria","country":"AU","distance":840.0,"bearing":41.0},
        "near":{"name":"Work","distance":300,"bearing":10},"inside":["Home","Garden\\u001b"],
        "anchor":{"latitude":-37.81,"longitude":144.96,"radius":40,"set":"2026-01-01T00:00:00.000Z","dragging":false,
        "since":"2026-01-01T00:00:00.000Z","lost":false,"unsure":true,"distance":12.4,"bearing":106}}
        """

    private static func system(_ json: String = full) -> FakeSystem {
        FakeSystem(files: [FakeSystem.report: Array(json.utf8)])
    }

    /// The paths of the values of a document, also of those that are nil.
    private static func paths(_ value: Any, _ prefix: String = "") -> [String] {
        Mirror(reflecting: value).children.flatMap { child -> [String] in
            guard let label = child.label else { return [] }
            let mirror = Mirror(reflecting: child.value)
            let content = mirror.displayStyle == .optional ? mirror.children.first?.value ?? "" : child.value
            let members = paths(content, "\(prefix)\(label).")
            return members.isEmpty ? ["\(prefix)\(label)"] : members
        }
    }

    @Test("the known names are those of the schema")
    func schema() throws {
        let document = try SafeJSON.decode(ReportDocument.self, from: Array(Self.full.utf8))
        // An own place has no region and no country; the words about a fault follow from it, the bound from the accuracy.
        let known = Set(Self.paths(document)).subtracting(["near.region", "near.country"])
        let listed = ["integrity.reasons.code", "integrity.reasons.detail", "fix.bound"]
        #expect(
            Set(ReportFields.names).union(["integrity.reasons"])
                == known.union(["receiverFault.explanation", "receiverFault.cure"] + listed))
        #expect(Set(ReportFields.names).count == ReportFields.names.count)
    }

    @Test("every name has a value where the JSON has it")
    func values() {
        let result = Self.system().run(["last"] + ReportFields.names.flatMap { ["--field", $0] })
        let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count == ReportFields.names.count)
        for (name, line) in zip(ReportFields.names, lines) where name != "fix.bound" {
            #expect(!line.isEmpty, "\(name)")
        }
    }

    @Test(
        "a value is printed as the JSON has it, without quotes",
        arguments: [
            ("fix.latitude", "-37.80996889"), ("state", "live"), ("age", "10.0"), ("inside", "Home, Garden\u{FFFD}"),
            ("anchor.dragging", "false"), ("place.name", "Melbourne"), ("integrity.reasons.code", "jump, time"),
            ("satellites.used", "8"),
        ])
    func value(name: String, expected: String) {
        let result = Self.system().run("--field", name)
        #expect(result.text == expected + "\n" && result.code == .success && result.diagnostics.isEmpty)
        #expect(Self.system().run("last", "--field=\(name)") == result)
    }

    @Test("several values are a line each, in the order of the options, and an absent one is an empty line")
    func several() {
        let system = FakeSystem(files: [FakeSystem.report: SampleReport.file()])
        let result = system.run("--field", "fix.longitude", "--field", "fix.speed", "--field", "fix.latitude")
        #expect(result.text == "144.96326388\n\n-37.80996889\n" && result.code == .success)
    }

    @Test("the exit code is that of the position, and standard error says why")
    func states() {
        let old = FakeSystem(files: [FakeSystem.report: SampleReport.file(.noFix)]).run("--field", "fix.latitude")
        #expect(old.text == "-37.80996889\n" && old.code == .lastKnownOnly)
        #expect(old.diagnostics == "the receiver has no position; last known position, 10 s ago")
        let none = FakeSystem().run("--field", "fix.latitude")
        #expect(none.text == "\n" && none.code == .nothingKnown && !none.diagnostics.isEmpty)
        #expect(FakeSystem(daemonRuns: false).run("--field", "state").code == .unreachable)
    }

    @Test(
        "an unknown name is rejected with a known one",
        arguments: [
            ("position.latitude", "did you mean fix.latitude?"), ("latitude", "did you mean fix.latitude?"),
            ("stat", "did you mean state?"), ("anchor.radios", "did you mean anchor.radius?"),
            ("zzzzzzzzzzzz", "known are age, anchor.bearing, "),
        ])
    func unknown(name: String, hint: String) {
        let result = Self.system().run("--field", name)
        #expect(result.code == .usage && result.output.isEmpty)
        #expect(
            result.diagnostics.hasPrefix("--field: unknown value \(name.debugDescription), \(hint)"),
            "\(result.diagnostics)")
        #expect(Self.system().run("--field", "age", "--format", "json").code == .usage)
    }
}
