import Basics
import GPSD
import HistoryEncoding
import Location
import TestSupport
import Testing

@Suite(.enabled(if: SharedMaterial.isPresent, "WHEREISMY_SHARED is not set"))
struct RecordingTests {
    @Test("recordings of real receivers round-trip to the steps of the format", arguments: SharedMaterial.recordings())
    func recording(path: String) throws {
        var tracks: [String: [TrackPoint]] = [:]
        var used: Int?
        try Recording(path: path).run { events, _ in
            for event in events {
                if case .satellites(let satellites, _) = event { used = satellites.used }
                guard case .fix(let fix) = event, let point = TrackPoint(fix, satellitesUsed: used) else { continue }
                if let last = tracks[fix.device]?.last, point.timestamp < last.timestamp { continue }
                tracks[fix.device, default: []].append(point)
            }
            return nil
        }
        for (device, points) in tracks {
            let bytes = try Segment.encode(points)
            let decoded = try Segment.decode(bytes, device: device)
            #expect(try decoded == points.map { try #require($0.stored) })
            #expect(try Segment.encode(decoded) == bytes)
            print(
                "\(path.split(separator: "/").last ?? ""): \(points.count) points, \(bytes.count / points.count) bytes each"
            )
        }
    }
}
