import Basics
import Location
import Wire

/// The newest report, written anew as its age grows.
struct LiveReport {
    /// How long what was written serves: its age is off by so much at most.
    private static let maxCacheAge: Duration = .milliseconds(20)

    /// The report as it was told.
    private(set) var report: Report
    /// Names the report, whatever its age.
    private(set) var tag: EntityTag
    private let run: String
    private var number: UInt64 = 0
    private var publishedAt: Duration
    private var written: (bytes: [UInt8], at: Duration)?

    /// Begins with a report; `run` tells this run of the daemon from others.
    init(_ report: Report, run: String, at uptime: Duration) {
        self.report = report
        self.run = run
        tag = .weak("\(run)-0")
        publishedAt = uptime
    }

    /// A newer report takes its place.
    mutating func replace(_ report: Report, at uptime: Duration) {
        self.report = report
        number += 1
        tag = .weak("\(run)-\(number)")
        publishedAt = uptime
        written = nil
    }

    /// The report as of now.
    func report(at uptime: Duration) -> Report {
        var report = self.report
        report.age = report.age.map { $0 + max(.zero, uptime - publishedAt) }
        return report
    }

    /// The same as one line of JSON, with its end.
    mutating func json(at uptime: Duration) -> [UInt8] {
        if let written, uptime - written.at < Self.maxCacheAge { return written.bytes }
        let bytes = ReportJSON.encode(report(at: uptime)) + [0x0A]
        written = (bytes, uptime)
        return bytes
    }
}
