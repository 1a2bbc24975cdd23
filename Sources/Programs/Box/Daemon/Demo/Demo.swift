import Basics
import CommandLine
import Configuration
import Demonstration
import Glibc
import Linux
import Location
import Pages
import Wire

/// `whereismyd --demo`: everything from the receiver to the page, for a first look.
///
/// Uses a gpsd that has a receiver, or starts one that the simulator feeds.
struct Demo {
    let settings: Settings
    let environment: [String: String]

    /// Runs until Ctrl-C and stops everything it started.
    func run() throws -> ExitCode {
        let signals = try SignalFD([SIGTERM, SIGINT, SIGHUP])
        let place = try DemoDirectory(settings)
        var settings = place.settings
        let receiver = try DemoReceiver.find(settings.gpsd)
        defer { receiver.stop() }
        settings.gpsd = receiver.gpsd
        if place.isTemporary, case .simulated = receiver {
            try Directory.create(settings.stateDirectory, mode: 0o750)
            try DemoHistory.write(to: settings.historyFile, now: SystemClock.now().wallClock)
        }
        let daemon = try Daemon(
            settings: settings, announcesStates: false, anyPort: !settings.http.listen.isEmpty)
        let cities = DemoCities.startImport(settings)
        defer { cities?.terminate() }
        try printIntroduction(receiver, settings: settings, link: daemon.signInLink)
        let ending = show(settings, until: signals, by: daemon, beside: cities)
        daemon.stop()
        return ending == .failure ? .failure : .success
    }

    private func printIntroduction(
        _ receiver: DemoReceiver, settings: Settings, link: String?
    ) throws(SystemError) {
        let page = "file://\(settings.runtimeDirectory)/index.html"
        let live = link.map { "live page \($0) (once, within five minutes)\n" } ?? ""
        let text = """
            receiver  \(receiver.description)
            \(live)page      \(page)
            command   \(try command(settings))
            Ctrl-C ends it.

            """
        try StandardStream.output.write(Array(text.utf8))
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
        // Without a browser, the page's address is on the screen all the same.
        _ = try? Subprocess(starting: "xdg-open", [link.flatMap { leading(to: $0, settings) } ?? page])
    }

    /// Writes a configuration for the command, and returns its command line.
    private func command(_ settings: Settings) throws(SystemError) -> String {
        let file = "\(settings.runtimeDirectory)/demo.conf"
        let text = """
            [gpsd]
            address = \(settings.gpsd)
            [paths]
            runtime-directory = \(settings.runtimeDirectory)
            state-directory = \(settings.stateDirectory)

            """
        try AtomicFile.replace(file, with: Array(text.utf8), mode: 0o600, durable: false)
        return "\(Executable.directory.map { "\($0)/" } ?? "")whereismy --config \(file)"
    }

    /// Writes a file that redirects a browser to the link, readable by this user alone: command lines are public.
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

    /// Prints a line for each new report.
    private func show(
        _ settings: Settings, until signals: borrowing SignalFD, by daemon: borrowing Daemon,
        beside cities: ChildProcess?
    ) -> Daemon.Event {
        var shown: DemoLine?
        while true {
            // Reaps the child process, which would stay a zombie.
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

/// The directories of a demo: those of the settings, or temporary ones.
struct DemoDirectory {
    /// The settings with these directories.
    let settings: Settings
    /// Removes itself when it is released.
    private let directory: DemonstrationDirectory?

    /// True if it is removed with the demo; only then its history is recorded without a request.
    var isTemporary: Bool { directory != nil }

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
        settings.history.isEnabled = true
        self.settings = settings
        self.directory = directory
    }
}

/// The import of the world's cities into the gazetteer of a demo, which a systemd unit does elsewhere.
enum DemoCities {
    /// Starts the import beside the daemon, unless the cities are there.
    ///
    /// - Returns: the process, which ends with its owner; nil if the program is not found.
    static func startImport(_ settings: Settings) -> ChildProcess? {
        guard let directory = Executable.directory else { return nil }
        return try? ChildProcess(
            "\(directory)/whereismy",
            ["gazetteer", "--state-directory", settings.stateDirectory, "--if-changed", "import"])
    }
}

/// A report as one terminal line; equal where only time and age differ.
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

    /// The line at a moment; `age` is that of the position, nil if unknown.
    func text(at now: Timestamp, age: Duration?) -> String {
        var parts = [now.iso8601] + state
        // An old position is marked as such.
        if !isLive, !position.isEmpty {
            parts.append("last known \(age.map { AgeText.text($0) } ?? "at an unknown time"):")
        }
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
