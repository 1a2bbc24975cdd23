import Basics
import Gazetteer
import Linux
import Location
import Simulator

/// Imports a table and queries it as the daemon does; prints a name and its numbers per line.
struct GazetteerBenchmark {
    let path: String

    func importTable() throws {
        let store = try GazetteerStore(path: path, access: .readWrite)
        let input = try FileDescriptor.standardInput()
        let request = GazetteerImportRequest(
            name: "bench", file: "-", format: .geonames, at: Timestamp(milliseconds: 0))
        let clock = ContinuousClock()
        var summary = ImportSummary()
        let time = try clock.measure {
            summary = try store.importSource(request) { try input.read(upTo: 1 << 18) }
        }
        print("rows \(summary.rows)")
        print("seconds \(time.inSeconds)")
        print("rows_a_second \(Int(Double(summary.rows) / time.inSeconds))")
    }

    func query() throws {
        let store = try GazetteerStore(path: path, access: .readOnly)
        var numbers = SeededGenerator(seed: 5)
        let places = (0..<1000).map { _ in
            Coordinate(
                clampingLatitude: Double.random(in: -90...90, using: &numbers),
                longitude: Double.random(in: -180...180, using: &numbers))
        }
        for count in [1, 5] {
            // The first pass reads from the disk, the second from the cache, as in a running daemon.
            try report("nearest_\(count)_first", over: places) { _ = try store.nearest(to: $0, count: count) }
            try report("nearest_\(count)", over: places) { _ = try store.nearest(to: $0, count: count) }
            try report("nearest_\(count)_limit", over: places) {
                _ = try store.nearest(to: $0, within: 11_100, count: count)
            }
        }
        try querySearch(store)
    }

    private func querySearch(_ store: GazetteerStore) throws {
        let words = [
            "h", "ho", "hot", "hote", "hotel", "cemet", "cemete", "hotel b", "hotel bak", "c", "chu", "churc",
            "mount ker", "м", "мос",
            "москва",
            "山", "zz", "new b", "s", "saint-", "lake lake", "baker", "x",
        ]
        for word in words {
            try report("search_\(word.replacing(text: " ", with: "_"))", over: Array(repeating: word, count: 20)) {
                _ = try store.search($0, count: 10)
            }
        }
        try report("browse", over: words) { _ = try store.browse(by: .name, after: GazetteerCursor($0), count: 20) }
    }

    /// Prints the median and the maximum in milliseconds.
    private func report<Item>(_ name: String, over items: [Item], query: (Item) throws -> Void) throws {
        let clock = ContinuousClock()
        let times = try items.map { item in try clock.measure { try query(item) } }.sorted()
        let median = times[times.count / 2]
        let maximum = times.last ?? .zero
        print("\(name) \(median.inSeconds * 1000) \(maximum.inSeconds * 1000)")
    }
}
