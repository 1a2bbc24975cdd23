import Basics
import Configuration
import Demonstration
import Glibc
import Linux
import Location
import Pages
import Simulator
import Wire

/// `whereismyd --demo`: the whole way from a receiver to a page, for somebody who looks on.
///
/// A gpsd that has a receiver is used; otherwise one is started and fed by the simulator.
struct Demo {
    private let settings: Settings
    private let environment: [String: String]

    /// Shows with these settings; where they name the system's directories, in temporary ones.
    init(settings: Settings, environment: [String: String]) {
        self.settings = settings
        self.environment = environment
    }

    /// Runs until Ctrl-C, and stops all it has started.
    ///
    /// - Throws: ``DemonstrationError``, or what the daemon throws.
    func run() throws -> ExitCode {
        let signals = try SignalFD([SIGTERM, SIGINT, SIGHUP])
        let place = try DemoDirectory(settings)
        var settings = place.settings
        let receiver = try DemoReceiver.find(settings.gpsd)
        defer { receiver.stop() }
        settings.gpsd = receiver.gpsd
        let daemon = try Daemon(
            settings: settings, announcesStates: false, anyPort: !settings.http.listen.isEmpty)
        let cities = DemoCities.startImport(settings)
        defer { cities?.terminate() }
        try introduce(receiver, settings, daemon.signInLink)
        let ending = show(settings, until: signals, by: daemon, beside: cities)
        daemon.stop()
        return ending == .failure ? .failure : .success
    }

    private func introduce(
        _ receiver: DemoReceiver, _ settings: Settings, _ link: String?
    ) throws(SystemError) {
        let page = "file://\(settings.runtimeDirectory)/index.html"
        let live = link.map { "live page \($0) (once, within five minutes)\n" } ?? ""
        let text = """
            receiver  \(receiver.description)
            \(live)page      \(page)
            command   whereismy --runtime-directory \(settings.runtimeDirectory)
            Ctrl-C ends it.

            """
        try StandardStream.output.write(Array(text.utf8))
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
        // Without a browser the page's address is on the screen all the same.
        _ = try? Subprocess(starting: "xdg-open", [link.flatMap { leading(to: $0, settings) } ?? page])
    }

    /// A file that only this user can read and that leads a browser on: a command line can be read by everybody.
    private func leading(to link: String, _ settings: Settings) -> String? {
        let file = "\(settings.runtimeDirectory)/sign-in.html"
        let html = "<!DOCTYPE html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=\(link)\">\n"
        do throws(SystemError) {
            try AtomicFile.replace(file, with: Array(html.utf8), mode: 0o600, durable: false)
            return "file://\(file)"
        } catch {
            return nil
        }
    }

    /// Shows each new report in a line.
    private func show(
        _ settings: Settings, until signals: borrowing SignalFD, by daemon: borrowing Daemon,
        beside cities: ChildProcess?
    ) -> Daemon.Event {
        var shown: DemoLine?
        while true {
            // A program whose end nobody asks for is kept by the kernel.
            _ = cities?.status
            if let event = daemon.wait(for: signals, atMost: .milliseconds(500)) { return event }
            guard let bytes = try? FileContents.read(settings.reportFile), let report = try? ReportJSON.decode(bytes),
                case let line = DemoLine(report), line != shown
            else { continue }
            shown = line
            let text = line.text(at: SystemClock.now().wallClock, age: report.age)
            try? StandardStream.output.write(Array((text + "\n").utf8))
        }
    }
}

/// Where a demonstration keeps its files: where the settings say, else in a temporary directory of its own.
struct DemoDirectory {
    /// The settings with those directories.
    let settings: Settings
    /// Held, because it removes itself.
    private let directory: DemonstrationDirectory?

    /// - Throws: ``DemonstrationError`` where no directory can be made.
    init(_ settings: Settings) throws(DemonstrationError) {
        let usual = Settings()
        guard settings.runtimeDirectory == usual.runtimeDirectory, settings.stateDirectory == usual.stateDirectory
        else {
            self.settings = settings
            directory = nil
            return
        }
        let directory = try DemonstrationDirectory()
        var settings = settings
        settings.runtimeDirectory = directory.path + "/run"
        settings.stateDirectory = directory.path + "/state"
        self.settings = settings
        self.directory = directory
    }
}

/// The cities of the world for the gazetteer of a demonstration, as a unit of systemd brings them in elsewhere.
enum DemoCities {
    /// Begins to bring them in, beside the daemon, unless they are there.
    ///
    /// - Returns: what does it, which ends when nobody holds it any more; nil where there is nothing that could.
    static func startImport(_ settings: Settings) -> ChildProcess? {
        guard let directory = Executable.directory else { return nil }
        return try? ChildProcess(
            "\(directory)/whereismy",
            ["gazetteer", "--state-directory", settings.stateDirectory, "--if-changed", "import"])
    }
}

/// A report in one line of a terminal; two are the same when they say the same but for time and age.
struct DemoLine: Hashable {
    private let received: Timestamp?
    private let isLive: Bool
    private let state: [String]
    private let position: [String]
    private let satellites: String?

    init(_ report: Report) {
        received = report.received
        isLive = report.state == .live
        state = [report.state.rawValue, report.detail].compactMap { $0 }
        position = report.fix.map(Self.position) ?? []
        satellites = report.satellites?.used.map { "\($0) satellites" }
    }

    /// The line as it is to be read at a moment; `age` is that of the position, nil where it is not known.
    func text(at now: Timestamp, age: Duration?) -> String {
        var parts = [now.iso8601] + state
        // What is not current is not read as if it were.
        if !isLive, !position.isEmpty { parts.append("last known \(age.map(AgeText.text) ?? "at an unknown time"):") }
        parts += position + [satellites].compactMap { $0 }
        return PrintableText.sanitized(parts.joined(separator: "  "))
    }

    private static func position(_ fix: Fix) -> [String] {
        guard let place = fix.coordinate else { return [] }
        let pair = [place.latitude, place.longitude].map { FixedDecimalText.text($0, decimals: 6) }.joined(
            separator: ", ")
        let accuracy = fix.horizontalAccuracy.map { AccuracyText.text($0.radius) }
        return [pair, accuracy ?? "accuracy unknown", "\(fix.mode.rawValue) fix"]
    }
}
