import Basics
import FleetProtocol
import HistoryEncoding
import Location
import Simulator
import Testing

struct FleetHostileTests {
    @Test("random bytes never crash, and what is decoded stays within its limits", arguments: 0..<20)
    func randomBytes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let van = try #require(DeviceName("van"))
        for _ in 0..<200 {
            let count = Int.random(in: 0...400, using: &generator)
            var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if !bytes.isEmpty, Bool.random(using: &generator) { bytes[0] = Segment.version }
            _ = try? UploadBody.decode(bytes, device: van)
            _ = UploadResult(bytes)
            _ = DeviceStatus(bytes)
            _ = DeviceTopic.parse(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test("the name of who accepted a claim is printable and has a limit")
    func acceptedBy() throws {
        let moment = Timestamp(milliseconds: 0)
        var event = PlaceEvent(.trusted, place: PlaceEvent.receiver, moment: moment, since: moment)
        event.by = "a\u{1B}\u{202E}" + String(repeating: "b", count: 1000)
        let van = try #require(DeviceName("van"))
        let stored = UploadedItems(points: [], events: [event]).sanitised(for: van).content.events.first?.by
        let name = try #require(stored)
        #expect(!name.unicodeScalars.contains("\u{1B}") && !name.unicodeScalars.contains("\u{202E}"))
        #expect(name.unicodeScalars.count <= 257)
    }

    @Test("changed bytes of good input are decoded to valid values or refused", arguments: 0..<10)
    func mutated(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var samples = SamplePoints(seed: seed)
        let van = try #require(DeviceName("van"))
        let points = samples.points(20)
        let inputs = [UploadBody.encode(points), UploadBody.encode(points.reversed())]
        for _ in 0..<200 {
            for input in inputs {
                var bytes = input
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
                        in: 0...255, using: &generator)
                }
                guard let content = try? UploadBody.decode(bytes, device: van) else { continue }
                #expect(content.points.allSatisfy(isValid))
            }
        }
    }

    private func isValid(_ point: TrackPoint) -> Bool {
        let fix = point.fix
        return point.timestamp.milliseconds >= 0 && (fix.speed ?? 0) >= 0 && (0..<360).contains(fix.course ?? 0)
            && (fix.verticalAccuracy ?? 0) >= 0 && (point.satellitesUsed ?? 0) >= 0
    }
}
