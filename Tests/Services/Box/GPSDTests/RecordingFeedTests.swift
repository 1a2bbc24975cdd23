import GPSD
import Location
import Testing

struct RecordingFeedTests {
    private func line(second: Int, latitude: Double) -> [UInt8] {
        let time = "2026-01-01T00:00:0\(second).000Z"
        let text =
            "{\"class\":\"TPV\",\"device\":\"/dev/a\",\"mode\":3,\"time\":\"\(time)\",\"lat\":\(latitude),\"lon\":13.4}"
        return Array("\(text)\r\n".utf8)
    }

    private func latitude(_ event: ReceiverEvent) -> Double? {
        if case .fix(let fix) = event { fix.coordinate?.latitude } else { nil }
    }

    @Test("an epoch waits for further lines until the next one begins, or until it is flushed")
    func flush() {
        var feed = RecordingFeed()
        var latitudes: [Double] = []
        feed.read(line(second: 0, latitude: 52)) { latitudes += [latitude($0)].compactMap { $0 } }
        #expect(latitudes == [])
        feed.read(line(second: 1, latitude: 53)) { latitudes += [latitude($0)].compactMap { $0 } }
        #expect(latitudes == [52])
        feed.flush { latitudes += [latitude($0)].compactMap { $0 } }
        #expect(latitudes == [52, 53])
        feed.finish { latitudes += [latitude($0)].compactMap { $0 } }
        #expect(latitudes == [52, 53])
    }
}
