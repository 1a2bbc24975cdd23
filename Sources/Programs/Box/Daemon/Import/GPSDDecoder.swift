import GPSD
import Location
import Tracks

/// Parses the lines of a recording of gpsd's JSON with the daemon's own gpsd decoder.
final class GPSDDecoder: LineParser {
    private let device: String
    private var feed = RecordingFeed()
    /// The last line with its end.
    private var line: [UInt8] = []
    private var number = 1
    /// The number of satellites used in an epoch, which gpsd reports before its fix.
    private var used: (count: Int?, device: String)?
    /// True if the time stamp before the last line had no zone.
    private var lacksZone = false

    /// - Parameter device: the device of points whose report has none.
    init(device: String) {
        self.device = device
    }

    func parse(_ text: Span<UInt8>, number: Int, into track: inout ParsedTrack) {
        (line, self.number) = (text.indices.map { text[$0] } + [0x0A], number)
        guard !isCutOff else { return track.skip(.unreadable, line: number) }
        if line.first != UInt8(ascii: "{"), let stamp = LineStamp(line: text) { lacksZone = !stamp.hasZone }
        var events: [ReceiverEvent] = []
        feed.read(line, line: number) { events.append($0) }
        record(events, in: &track)
    }

    func finish(into track: inout ParsedTrack) {
        var events: [ReceiverEvent] = []
        feed.finish { events.append($0) }
        record(events, in: &track)
    }

    /// True if the line has the beginning of an object, perhaps behind a time stamp, without its end.
    private var isCutOff: Bool {
        line.contains(UInt8(ascii: "{")) && line.last { $0 > 0x20 } != UInt8(ascii: "}")
    }

    private func record(_ events: [ReceiverEvent], in track: inout ParsedTrack) {
        guard !events.isEmpty else { return }
        var origins = feed.takeOrigins()[...]
        for event in events {
            switch event {
            case .satellites(let satellites, let device): used = (satellites.used, device)
            case .fix(let fix): record(fix, from: origins.popFirst(), in: &track)
            case .unread(let text):
                // An error of gpsd has nothing to import.
                let isLoss = line.contains(UInt8(ascii: "{")) && !UnreadLine.isError(text)
                if isLoss { track.skip(.unreadable, line: number) }
            case .disconnected, .receivers: break
            }
        }
    }

    private func record(_ fix: Fix, from origin: ReportOrigin?, in track: inout ParsedTrack) {
        var fix = fix
        let count = used?.device == fix.device ? used?.count : nil
        used = nil
        if fix.device.isEmpty { fix.device = device }
        // The track skips it with the reason that it has in other formats.
        if let origin, origin.isNullIsland { fix.coordinate = Coordinate(latitude: 0, longitude: 0) }
        let line = origin?.line ?? number
        let isReception = fix.timeSource == .reception
        let isAdded = track.add(
            fix, satellitesUsed: count, assuming: isReception ? .timeOfReception : nil, line: line)
        if isReception, lacksZone, isAdded { track.noteMissingZone() }
    }
}
