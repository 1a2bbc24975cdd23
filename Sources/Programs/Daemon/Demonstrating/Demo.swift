import Basics
import Configuration
import Demonstration
import Glibc
import Linux
import Location
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
