import Location

/// Notices two receivers that a file does not distinguish: their points in turn, or one behind the other at the same times.
struct InterleavedTracks {
    /// Devices that are examined; more are distinguished by the file.
    private static let maxDevices = 8
    /// Fewer jumps are errors of one receiver, and so is less than one of this number of points.
    private static let (minCount, pointsPerJump) = (6, 50)

    private var devices: [(name: String, turns: TrackTurns)] = []
    /// The device of the last point.
    private var current = 0

    /// Adds points in the order of the file.
    mutating func add(_ points: [TrackPoint]) {
        // A span lends its points: an array copies each.
        let points = points.span
        for number in points.indices {
            guard let index = index(of: points[number].fix.device) else { continue }
            devices[index].turns.add(TrackTurns.Head(points[number]))
        }
    }

    /// The notice of it, in one line; nil if there is none.
    var warning: String? {
        let noticed = devices.map(\.turns).filter {
            let jumps = max($0.turns, $0.repeats)
            return jumps >= Self.minCount && jumps * Self.pointsPerJump >= $0.count
        }
        guard !noticed.isEmpty else { return nil }
        let turns = noticed.reduce(0) { $0 + $1.turns }
        let repeats = noticed.reduce(0) { $0 + $1.repeats }
        let counts = [
            turns > 0 ? "jumps to and fro between two tracks: \(turns)" : nil,
            repeats > 0 ? "times at two places far apart: \(repeats)" : nil,
        ]
        return counts.compactMap { $0 }.joined(separator: ", ")
            + "; if two receivers are in one track, import a file for each, or a column device"
    }

    /// Returns the index of a device, which is mostly that of the last point; nil if there are too many.
    private mutating func index(of name: String) -> Int? {
        if devices.indices.contains(current), devices[current].name == name { return current }
        if let known = devices.firstIndex(where: { $0.name == name }) {
            current = known
            return known
        }
        guard devices.count < Self.maxDevices else { return nil }
        devices.append((name, TrackTurns()))
        current = devices.count - 1
        return current
    }
}
