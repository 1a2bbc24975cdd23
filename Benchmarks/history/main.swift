import HistoryEncoding
import Location
import Simulator

func points(_ names: [String]) -> [TrackPoint] {
    var points: [TrackPoint] = []
    for n in names {
        guard let s = Scenario.named(n) else { continue }
        for e in s.run(seed: 7) {
            guard let f = e.fix,
                let p = TrackPoint(
                    f, motion: e.truth.isMoving ? .moving : .stationary, satellitesUsed: e.satellites?.used)
            else { continue }
            points.append(p)
        }
    }
    return points
}
func run() throws {
    for name in CommandLine.arguments.dropFirst() {
        var all = points(name.split(separator: "+").map(String.init))
        all.sort { $0.timestamp < $1.timestamp }
        let chunks = stride(from: 0, to: all.count, by: 3600).map { Array(all[$0..<min($0 + 3600, all.count)]) }
        let c = ContinuousClock()
        var enc: [[UInt8]] = []
        let reps = max(1, 200_000 / all.count)
        let te = try c.measure { for _ in 0..<reps { enc = try chunks.map { try Segment.encode($0) } } }
        var n = 0
        let td = try c.measure {
            for _ in 0..<reps { for b in enc { n += try Segment.decode(b, device: "/dev/ttyACM0").count } }
        }
        let tr = try c.measure {
            for _ in 0..<reps {
                for b in enc {
                    var r = try SegmentReader(b, device: "/dev/ttyACM0");
                    while let p = try r.next() { n += p.satellitesUsed ?? 0 }
                }
            }
        }
        let tp = try c.measure { for _ in 0..<reps { for b in enc { n += try Segment.decodePositions(b).count } } }
        var ok = true
        for (a, b) in zip(chunks, enc) {
            let d = try Segment.decode(b, device: "/dev/ttyACM0");
            if try Segment.encode(d) != b || d.count != a.count { ok = false }
        }
        let t = Double(all.count * reps)
        func rate(_ d: Duration) -> Double { t / d.inSeconds / 1e6 }
        let size = Double(enc.reduce(0) { $0 + $1.count }) / Double(all.count)
        print(
            name, all.count, "B/fix", size, "enc", rate(te), "dec", rate(td), "read", rate(tr), "pos", rate(tp), ok, n)
        if let b = enc.first { print(try SegmentSummary(b), try SegmentSummary(b).length) }
    }
}
try run()
