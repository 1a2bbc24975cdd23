import Basics
import HistoryEncoding
import Location
import Pages
import Tracking
import Wire

@testable import GPSD

/// Reads the input as gpsd's lines, up to the page and the history.
struct GPSDTarget: FuzzTarget {
    private static let renderer = PageRenderer(library: .builtIn, settings: PageSettings())
    private static let start = Timestamp(milliseconds: 1_790_000_000_000)

    func run(_ input: [UInt8]) {
        var path = GPSDPath(at: Self.start)
        for piece in input.pieces() { path.read(piece) }
        path.finish()
        let report = path.controller.report(at: path.now)
        // A page takes longer than all the rest.
        if input.count.isMultiple(of: 8) { _ = Self.renderer.render(report, at: path.now.wallClock) }
        encode(report)
        encode(path.points)
        replay(input)
    }

    private func encode(_ report: Report) {
        do { _ = try ReportJSON.decode(ReportJSON.encode(report)) } catch {
            violated("a report can be read after it was written: \(error)")
        }
    }

    private func encode(_ points: [TrackPoint]) {
        let sorted = points.sorted { $0.timestamp < $1.timestamp }.filter { $0.fix.device == points.first?.fix.device }
        guard !sorted.isEmpty, let segment = try? Segment.encode(sorted) else { return }
        do { _ = try Segment.decode(segment, device: "d") } catch {
            violated("a segment can be read after it was written: \(error)")
        }
    }

    private func replay(_ bytes: [UInt8]) {
        var feed = RecordingFeed()
        feed.read(bytes) { _ in }
        feed.flush { _ in }
        feed.finish { _ in }
    }
}

/// The path from gpsd's bytes to the report, with a clock that advances 200 ms for each chunk.
private struct GPSDPath: ~Copyable {
    private(set) var now: Moment
    private(set) var controller: LocationController
    private(set) var points: [TrackPoint] = []
    private var reader = LineReader()
    private var session: GPSDSession
    private var verdicts = VerdictLog()

    init(at time: Timestamp) {
        now = Moment(uptime: .seconds(100), wallClock: time)
        controller = LocationController(settings: TrackingSettings(allowsSimulated: true), at: now)
        session = GPSDSession(timing: SessionTiming(), at: now.uptime) { 0.5 }
        _ = session.advance(to: now.uptime)
        session.connected(at: now.uptime)
    }

    mutating func read(_ chunk: [UInt8]) {
        now = Moment(uptime: now.uptime + .milliseconds(200), wallClock: now.wallClock + .milliseconds(200))
        var events: [ReceiverEvent] = []
        session.receivedData(at: now.uptime)
        // The bytes are lent to the reader during the call.
        let messages = unsafe chunk.withUnsafeBytes { unsafe reader.read($0, at: now.uptime, into: &events) }
        for message in messages { publish(session.received(message.message, at: now.uptime)) }
        reader.flushOverdue(at: now.uptime, into: &events)
        events.forEach { handle($0) }
        publish(session.advance(to: now.uptime))
    }

    mutating func finish() {
        var events: [ReceiverEvent] = []
        reader.finish(at: now.uptime, into: &events)
        events.forEach { handle($0) }
        publish(session.failed("the end", at: now.uptime))
        _ = controller.advance(to: now)
        for entry in verdicts.entries(at: now.uptime) { _ = EpochJSON.encode(entry.record(at: now)) }
        _ = LearnedReceiversJSON.encode(controller.learned)
    }

    private mutating func publish(_ actions: [SessionAction]) {
        for case .publish(let event) in actions { handle(event) }
    }

    private mutating func handle(_ event: ReceiverEvent) {
        let decision = controller.handle(event, at: now)
        if case .fix(let raw) = event, let verdict = decision.verdict {
            verdicts.record(
                verdict, raw: raw, treatment: decision.treatment, correction: decision.correction,
                reinstating: decision.reinstated.count, at: now)
        }
        guard decision.changesReport, decision.verdict != nil, let point = controller.trackPoint(at: now) else {
            return
        }
        points.append(point)
    }
}
