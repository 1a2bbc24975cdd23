import Basics
import Gazetteer
import Linux
import Location
import Simulator

/// Brings a table in, and asks it as the daemon does; prints a name and a number a line.
struct Measurement {
    let path: String

    func bringIn() throws {
        let store = try GazetteerStore(path: path, access: .readWrite)
        let input = try FileDescriptor.standardInput()
        let wish = GazetteerImportRequest(name: "bench", file: "-", format: .geonames, at: Timestamp(milliseconds: 0))
        let clock = ContinuousClock()
        var summary = ImportSummary()
        let time = try clock.measure {
            summary = try store.importSource(wish) { try input.read(upTo: 1 << 18) }
        }
        print("rows \(summary.rows)")
        print("seconds \(time.inSeconds)")
        print("rows_a_second \(Int(Double(summary.rows) / time.inSeconds))")
    }

    func ask() throws {
        let store = try GazetteerStore(path: path, access: .readOnly)
        var numbers = SeededGenerator(seed: 5)
        let places = (0..<1000).map { _ in
            Coordinate(
                clampingLatitude: Double.random(in: -90...90, using: &numbers),
                longitude: Double.random(in: -180...180, using: &numbers))
        }
        for count in [1, 5] {
            // Once for what comes from the disk, and once as the daemon asks.
            try report("nearest_\(count)_first", places) { _ = try store.nearest(to: $0, count: count) }
            try report("nearest_\(count)", places) { _ = try store.nearest(to: $0, count: count) }
            try report("nearest_\(count)_limit", places) {
                _ = try store.nearest(to: $0, within: 11_100, count: count)
            }
        }
        try askWords(store)
    }

    private func askWords(_ store: GazetteerStore) throws {
        let words = [
            "h", "ho", "hot", "hote", "hotel", "cemet", "cemete", "hotel b", "hotel bak", "c", "chu", "churc",
            "mount ker", "м", "мос",
            "москва",
            "山", "zz", "new b", "s", "saint-", "lake lake", "baker", "x",
        ]
        for word in words {
            try report("search_\(word.replacing(" ", with: "_"))", Array(repeating: word, count: 20)) {
                _ = try store.search($0, count: 10)
            }
        }
        try report("browse", words) { _ = try store.browse(by: .name, after: GazetteerCursor($0), count: 20) }
    }

    /// Median and slowest, in milliseconds.
    private func report<Item>(_ name: String, _ items: [Item], _ ask: (Item) throws -> Void) throws {
        let clock = ContinuousClock()
        let times = try items.map { item in try clock.measure { try ask(item) } }.sorted()
        let (median, slowest) = (times[times.count / 2], times.last ?? .zero)
        print("\(name) \(median.inSeconds * 1000) \(slowest.inSeconds * 1000)")
    }
}
