import GPSD
import Location
import Tracks

/// Reads the points of a recording of gpsd's JSON, with the daemon's own reading of gpsd.
final class GPSDDecoder: TrackDecoder {
    private let device: String
    private var feed = RecordingFeed()
    private var line: [UInt8] = []
    private var number = 1
    /// Whether more has come of this line than gpsd ever sends in one; its rest goes past without being kept.
    private var isTooLong = false
    /// How many satellites the receiver of an epoch used, told before its fix.
    private var used: (count: Int?, device: String)?

    private static let maxLineLength = 65_536

    /// - Parameter device: whose points these are where a report has no `device`.
    init(device: String) {
        self.device = device
    }

    func feed(_ bytes: Span<UInt8>, into harvest: inout ParsedTrack) {
        for index in bytes.indices {
            if !isTooLong { line.append(bytes[index]) }
            if bytes[index] == 0x0A {
                endLine(&harvest)
            } else if line.count > Self.maxLineLength {
                isTooLong = true
                line.removeAll(keepingCapacity: true)
            }
        }
    }

    func finish(into harvest: inout ParsedTrack) {
        if !line.isEmpty || isTooLong { endLine(&harvest) }
        feed.finish { take($0, &harvest) }
    }

    private func endLine(_ harvest: inout ParsedTrack) {
        if isTooLong {
            harvest.skip(.tooLong, line: number)
        } else if isCutOff {
            harvest.skip(.unreadable, line: number)
        } else {
            feed.read(line) { take($0, &harvest) }
        }
        number += 1
        isTooLong = false
        line.removeAll(keepingCapacity: true)
    }

    /// Whether an object begins in the line and does not end there.
    private var isCutOff: Bool {
        line.first == UInt8(ascii: "{") && line.last { $0 > 0x20 } != UInt8(ascii: "}")
    }

    private func take(_ event: ReceiverEvent, _ harvest: inout ParsedTrack) {
        switch event {
        case .satellites(let satellites, let device): used = (satellites.used, device)
        case .fix(var fix):
            let count = used?.device == fix.device ? used?.count : nil
            used = nil
            if fix.device.isEmpty { fix.device = device }
            harvest.add(fix, satellitesUsed: count, line: number)
        case .disconnected, .receivers: break
        }
    }
}
