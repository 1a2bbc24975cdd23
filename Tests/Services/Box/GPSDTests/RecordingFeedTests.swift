import Basics
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

    @Test("a recording of reports without a time has the pace of its time stamps, else a line is an epoch")
    func withoutTime() {
        let report = #"{"class":"TPV","device":"/dev/a","mode":3,"lat":52.0,"lon":13.4}"# + "\r\n"
        func fixes(_ lines: [String]) -> [Fix] {
            var feed = RecordingFeed()
            var fixes: [Fix] = []
            for line in lines {
                feed.read(Array(line.utf8)) { if case .fix(let fix) = $0 { fixes.append(fix) } }
            }
            feed.finish { if case .fix(let fix) = $0 { fixes.append(fix) } }
            return fixes
        }
        let pairs = (0..<4).flatMap { [String](repeating: "177235920\($0).5: \(report)", count: 2) }
        let times = (0..<4).map { Timestamp(milliseconds: 1_772_359_200_500 + $0 * 1000) }
        #expect(fixes(pairs).map(\.timestamp) == times)
        #expect(fixes([String](repeating: report, count: 4)).map(\.timestamp) == [nil, nil, nil, nil])
    }

    @Test("a fix comes from the first line of its report, and 0, 0 is known though it is no position")
    func origins() {
        var feed = RecordingFeed()
        var places: [Coordinate?] = []
        let null = #"{"class":"TPV","device":"/dev/a","mode":2,"time":"2026-01-01T00:00:01Z","lat":0.0,"lon":0.0}"#
        let none = #"{"class":"TPV","device":"/dev/a","mode":1,"time":"2026-01-01T00:00:03Z","lat":0.0,"lon":0.0}"#
        let report = line(second: 0, latitude: 52)
        let lines = [report, report, Array("\(null)\n".utf8), line(second: 2, latitude: 53), Array("\(none)\n".utf8)]
        for (index, line) in lines.enumerated() {
            feed.read(line, line: index + 1) { if case .fix(let fix) = $0 { places.append(fix.coordinate) } }
        }
        feed.finish { if case .fix(let fix) = $0 { places.append(fix.coordinate) } }
        let (origins, rest) = (feed.takeOrigins(), feed.takeOrigins())
        #expect(origins.map(\.line) == [1, 3, 4, 5] && rest.isEmpty)
        #expect(origins.map(\.isNullIsland) == [false, true, false, false])
        #expect(places.map { $0?.latitude } == [52, nil, 53, nil])
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
