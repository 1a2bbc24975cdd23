import Basics
import Location

/// Keeps the tracks of an import apart that were recorded at the same time, each under a device of its own.
///
/// Two receivers on one walk, as points of one device, would be a path from one to the other and back. The second track gets
/// the name of its device with a number; a copy of a track does not, also if it has fewer points. A track that comes in
/// chunks is held until its end if others may have been recorded at the same time, so that it is one device.
final class SourceSeparator {
    /// Points remembered in all, less than a megabyte; beyond that, each second one is forgotten.
    private static let maxPoints = 32_768
    /// Tracks that are compared; an import with more is not divided further.
    private static let maxTracks: Int32 = 10_000
    /// Devices of one name, and devices that are compared with all others.
    private static let maxLanes = 8
    /// Devices whose points are remembered, and devices of one track whose points are held.
    private static let maxDevices = 100

    private var lanes: [String: SourceTimeline] = [:]
    /// The devices in the order of their first points.
    private var devices: [String] = []
    private var count = 0
    private var mask: UInt64 = 0
    private var track: Int32 = 0
    /// The names under which the devices of the current track are, once that is known.
    private var targets: [String: String] = [:]
    /// The points of the current track that wait for that, by device, and their file.
    private var held: [String: HeldTrack] = [:]
    private var spool: TrackSpool?
    /// Points that waited, in the order in which they are to be passed on.
    private var released: [(chunk: TrackSpool.Chunk, spool: TrackSpool, device: String)] = []
    private var separation = SourceSeparation()
    private let isStored: (TrackPoint, String) -> Bool

    /// Creates a separator for one import; `isStored` returns true if the history has a point under the name of a
    /// device.
    init(isStored: @escaping (TrackPoint, String) -> Bool) {
        self.isStored = isStored
    }

    func begin() {
        end()
        targets = [:]
        if track < .max { track += 1 }
    }

    /// Returns what was noticed in the tracks since the last call.
    func finish() -> SourceSeparation {
        defer { separation = SourceSeparation() }
        return separation
    }

    /// Replaces the devices of points that were recorded at the same time as others, and removes those that wait for the
    /// end of their track.
    ///
    /// - Throws: ``SystemError`` or ``SegmentError`` if points cannot be held.
    func separate(_ points: inout [TrackPoint], at divisions: [Int], isEnd: Bool = true) throws {
        var start = 0
        var waiting: Set<Int> = []
        for division in divisions where division < points.count {
            try separate(&points, in: start..<division, isEnd: true, waiting: &waiting)
            start = division
            begin()
        }
        let isLast = isEnd || divisions.last == points.count
        try separate(&points, in: start..<points.count, isEnd: isLast, waiting: &waiting)
        if divisions.last == points.count { begin() }
        if isEnd { end() }
        guard !waiting.isEmpty else { return }
        points = points.indices.filter { !waiting.contains($0) }.map { points[$0] }
    }

    /// Returns the next points that waited, and removes them; nil if there are none.
    func nextReleased() throws -> [TrackPoint]? {
        guard !released.isEmpty else { return nil }
        let (chunk, spool, device) = released.removeFirst()
        return try spool.read(chunk, device: device)
    }

    private func separate(
        _ points: inout [TrackPoint], in range: Range<Int>, isEnd: Bool, waiting: inout Set<Int>
    ) throws {
        guard track <= Self.maxTracks, let first = range.first else { return }
        let device = points[first].fix.device
        guard range.contains(where: { points[$0].fix.device != device }) else {
            let indices = Array(range)
            if try !place(&points, at: indices, of: device, isEnd: isEnd) { waiting.formUnion(indices) }
            return
        }
        let groups = Dictionary(grouping: range) { points[$0].fix.device }
        for (device, indices) in groups.sorted(by: { $0.key < $1.key }) {
            if try !place(&points, at: indices, of: device, isEnd: isEnd) { waiting.formUnion(indices) }
        }
    }

    /// Places the points of one track and device; returns false if they wait for its end.
    private func place(
        _ points: inout [TrackPoint], at indices: [Int], of device: String, isEnd: Bool
    ) throws -> Bool {
        let own = SourcePoint.points(points, at: indices, of: track)
        if targets[device] == nil, held[device] != nil || !isEnd && mayOverlap(points, at: indices, own, of: device) {
            let spool = try self.spool ?? TrackSpool(in: TrackSpool.directory)
            self.spool = spool
            try held[device, default: HeldTrack(device: device)].add(indices.map { points[$0] }, own, to: spool)
            return false
        }
        let target =
            targets[device]
            ?? choose(device, for: own, mask: mask) { HeldTrack.some(of: indices.map { points[$0] }) }
        if target != device {
            for index in indices { points[index] = points[index].renamed(target) }
        }
        add(own, of: device, to: target, mask: mask, count: indices.count)
        return true
    }

    /// Returns true if later points of a track may have been recorded at the same time as those of others.
    private func mayOverlap(
        _ points: [TrackPoint], at indices: [Int], _ own: [SourcePoint], of device: String
    ) -> Bool {
        guard held.count < Self.maxDevices, let last = lanes[device]?.points.last, let first = own.first else {
            return false
        }
        let isSorted = zip(indices, indices.dropFirst()).allSatisfy { points[$0].timestamp <= points[$1].timestamp }
        return !isSorted || last.time >= first.time
    }

    /// Ends the current track, and releases its points.
    private func end() {
        for track in held.values.sorted(by: { $0.device < $1.device }) {
            let (own, device) = (track.sample.points, track.device)
            let mask = max(mask, track.mask)
            let target = choose(device, for: own, mask: mask) { track.probes }
            add(own, of: device, to: target, mask: mask, count: track.count)
            guard let spool else { continue }
            released += track.chunks.map { ($0, spool, target) }
        }
        (held, spool) = ([:], nil)
    }

    /// Records points of a device of the current track under its name.
    private func add(_ own: [SourcePoint], of device: String, to target: String, mask: UInt64, count: Int) {
        targets[device] = target
        if target == device {
            compare(own, with: device, mask: mask)
        } else {
            separation.moved[target, default: 0] += count
        }
        remember(own, as: target)
    }

    private func remember(_ own: [SourcePoint], as device: String) {
        if lanes[device] == nil {
            guard devices.count < Self.maxDevices else { return }
            devices.append(device)
        }
        lanes[device, default: SourceTimeline()].add(own, mask: mask)
        count += own.count
        // The mask ends before the hash does: points of one time may all have the hash 0.
        while count > Self.maxPoints, mask < 1 << 20 {
            for name in devices { lanes[name]?.thin(mask: mask) }
            count = lanes.values.reduce(0) { $0 + $1.points.count }
            if count > Self.maxPoints { mask = mask << 1 | 1 }
        }
    }

    /// Returns the device under which points overlap with no others, or are in the history already.
    private func choose(
        _ device: String, for own: [SourcePoint], mask: UInt64, _ sample: () -> [TrackPoint]
    ) -> String {
        for number in 1...Self.maxLanes {
            let name = number == 1 ? device : Self.name(device, number)
            guard let lane = lanes[name], lane.overlaps(own, mask: mask) else { return name }
            let sample = sample()
            if sample.count(where: { isStored($0, name) }) * 2 >= sample.count { return name }
        }
        return device
    }

    private static func name(_ device: String, _ number: Int) -> String {
        let suffix = " \(number)"
        return PrintableText.sanitized(device, limit: PrintableText.maxDeviceLength - suffix.utf8.count) + suffix
    }

    /// Notices devices that files distinguish and that recorded at the same time.
    private func compare(_ own: [SourcePoint], with device: String, mask: UInt64) {
        guard separation.simultaneous.count < Self.maxLanes else { return }
        for name in devices.prefix(Self.maxLanes) where name != device {
            guard !separation.simultaneous.isSuperset(of: [name, device]), let lane = lanes[name],
                lane.overlaps(own, mask: mask, isOtherDevice: true)
            else { continue }
            separation.simultaneous.formUnion([name, device])
        }
    }
}

/// The devices that were kept apart in the tracks of a file.
struct SourceSeparation: Hashable {
    /// The numbers of points that got another device than the file gave them, by that device.
    var moved: [String: Int] = [:]
    /// The devices that recorded at the same times, as the file distinguishes them.
    var simultaneous: Set<String> = []

    /// One line; nil if nothing was kept apart.
    var text: String? {
        let names = simultaneous.sorted().map(\.debugDescription).joined(separator: ", ")
        var parts: [String] = []
        if !moved.isEmpty {
            parts.append("recorded at the same time as other tracks, so kept apart: \(Self.list(moved))")
        }
        if !names.isEmpty { parts.append("devices that recorded at the same time are kept apart: \(names)") }
        return parts.isEmpty ? nil : PrintableText.sanitized(parts.joined(separator: "; "))
    }

    /// Returns the numbers of points by their devices; empty without any.
    static func list(_ counts: [String: Int]) -> String {
        let sorted = counts.sorted { $0.key < $1.key }
        return sorted.map { "\($0.value) points as \($0.key.debugDescription)" }.joined(separator: ", ")
    }
}

extension TrackPoint {
    fileprivate func renamed(_ device: String) -> TrackPoint {
        var fix = fix
        fix.device = device
        return TrackPoint(fix, motion: motion, satellitesUsed: satellitesUsed, integrity: integrity) ?? self
    }
}
