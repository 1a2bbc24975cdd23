import Basics
import GPSD
import Location
import Tracks

/// Decodes the points of a recording of gpsd's JSON with the daemon's own gpsd decoder.
final class GPSDDecoder: TrackDecoder {
    private let device: String
    private var feed = RecordingFeed()
    private var line: [UInt8] = []
    private var number = 1
    /// True if the line is longer than any of gpsd's; the rest of it is skipped.
    private var isTooLong = false
    /// The number of satellites used in an epoch, which gpsd reports before its fix.
    private var used: (count: Int?, device: String)?
    /// True if the time stamp before the last line had no zone.
    private var lacksZone = false

    private static let maxLineLength = 65_536

    /// - Parameter device: the device of points whose report has none.
    init(device: String) {
        self.device = device
    }

    func feed(_ bytes: Span<UInt8>, into track: inout ParsedTrack) {
        var start = 0
        while let end = bytes.firstIndex(of: 0x0A, from: start) {
            buffer(bytes.extracting(start..<(end + 1)))
            endLine(&track)
            start = end + 1
        }
        buffer(bytes.extracting(start..<bytes.count))
    }

    private func buffer(_ chunk: Span<UInt8>) {
        guard !isTooLong else { return }
        guard line.count + chunk.count <= Self.maxLineLength else {
            isTooLong = true
            return line.removeAll(keepingCapacity: true)
        }
        line.append(addingCapacity: chunk.count) { output in
            for index in chunk.indices { output.append(chunk[index]) }
        }
    }

    func finish(into track: inout ParsedTrack) {
        if !line.isEmpty || isTooLong { endLine(&track) }
        var events: [ReceiverEvent] = []
        feed.finish { events.append($0) }
        record(events, in: &track)
    }

    private func endLine(_ track: inout ParsedTrack) {
        if isTooLong {
            track.skip(.tooLong, line: number)
        } else if isCutOff {
            track.skip(.unreadable, line: number)
        } else {
            noteZone()
            var events: [ReceiverEvent] = []
            feed.read(line, line: number) { events.append($0) }
            record(events, in: &track)
        }
        number += 1
        isTooLong = false
        line.removeAll(keepingCapacity: true)
    }

    private func noteZone() {
        let line = line
        guard line.first != UInt8(ascii: "{"), let stamp = LineStamp(line: line.span) else { return }
        lacksZone = !stamp.hasZone
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
