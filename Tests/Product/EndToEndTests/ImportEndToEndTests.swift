import FoundationEssentials
import History
import Linux
import Location
import Testing

/// The built `whereismy import`, next to a history that another process has open.
struct ImportEndToEndTests {
    private let place = FileManager.default.temporaryDirectory.path + "/whereismy-test-" + UUID().uuidString

    private func run(_ arguments: String...) throws -> (code: ProcessExitStatus?, output: String, errors: String) {
        let programs = try #require(Executable.directory)
        let (output, errors) = (place + "/out", place + "/err")
        for file in [output, errors] { try? FileManager.default.removeItem(atPath: file) }
        let options = ["import"] + arguments + ["--state-directory", place + "/state"]
        let child = try ChildProcess(programs + "/whereismy", options, output: output, errors: errors)
        let status = child.wait(atMost: .seconds(20))
        let texts = try [output, errors].map { String(decoding: try FileContents.read($0), as: UTF8.self) }
        return (status, texts[0], texts[1])
    }

    @Test("a name that is no UTF-8 is refused with what works, which works, and one with U+FFFD is as good as any")
    func nameWithoutUTF8() throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: place) }
        let programs = try #require(Executable.directory)
        let script = """
            cd \(place) && name=$(printf 'F\\344hre.csv') && other=$(printf 'F\\357\\277\\275hre.csv')
            printf 'time,lat,lon\\n2026-01-01T00:00:00Z,1,2\\n' | tee "$name" >"$other"
            run() { \(programs)/whereismy "$@" --state-directory \(place)/state; echo "rc $?"; }
            run import "$name"; run replay "$name"; run --config="$name"; run import - <"$name"; run import "$other"
            """
        let (output, errors) = (place + "/out", place + "/err")
        let child = try ChildProcess("/bin/sh", ["-c", script], output: output, errors: errors)
        #expect(child.wait(atMost: .seconds(30)) == .exited(0))
        let lines = String(decoding: try FileContents.read(output), as: UTF8.self).split(separator: "\n")
        let point = "CSV, 1 points read"
        #expect(
            lines == [
                "rc 64", "rc 64", "rc 64", "-: \(point), 1 added", "rc 0",
                "F\u{FFFD}hre.csv: \(point), 0 added, 1 not new", "rc 0",
            ])
        let refused = String(decoding: try FileContents.read(errors), as: UTF8.self).split(separator: "\n")
        #expect(
            refused.count == 3 && refused.allSatisfy { $0.contains("F\u{FFFD}hre.csv\" is not UTF-8; fix: ") },
            "\(refused)")
    }

    @Test("a valid file is reported on standard output, a broken one on standard error, without a progress bar")
    func files() throws {
        try FileManager.default.createDirectory(atPath: place + "/state", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: place) }
        let point = #"<trkpt lat="-37.8" lon="144.9"><time>2026-01-01T00:00:00Z</time></trkpt>"#
        let (good, broken) = (place + "/good.gpx", place + "/broken.gpx")
        try Data("<gpx><trk><trkseg>\(point)</trkseg></trk></gpx>".utf8).write(to: URL(filePath: good))
        try Data("<gpx><trk><trkseg>\(point)".utf8).write(to: URL(filePath: broken))
        // The daemon has it open too.
        let history = try SQLiteHistory(path: place + "/state/history.db", access: .readWrite)
        let first = try run(good)
        #expect(first.code == .exited(0), "\(first.errors)")
        #expect(first.output == "\(good): GPX, 1 points read, 1 added\n" && first.errors.isEmpty)
        let second = try run(broken, good, "--device", "bike")
        #expect(second.code == .exited(1))
        #expect(second.output == "\(good): GPX, 1 points read, 0 added, 1 not new\n")
        let diagnostics = "\(broken): GPX, 1 points read, 1 added; broken at line 1: "
        #expect(second.errors.hasPrefix(diagnostics), "\(second.errors)")
        var devices: [String] = []
        _ = try history.forEachPoint(.all) { devices.append($0.fix.device) }
        #expect(devices.sorted() == ["bike", "import"])
    }
}
