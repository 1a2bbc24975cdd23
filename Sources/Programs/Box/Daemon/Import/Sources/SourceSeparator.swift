import Basics
import Location

/// Keeps the tracks of an import apart that were recorded at the same time, each under a device of its own.
///
/// Two receivers on one walk, as points of one device, would be a path from one to the other and back. The second track gets
/// the name of its device with a number; a copy of a track does not, also if it has fewer points.
final class SourceSeparator {
    /// Points remembered in all, less than a megabyte; beyond that, each second one is forgotten.
    private static let maxPoints = 32_768
    /// Tracks that are compared; an import with more is not divided further.
    private static let maxTracks: Int32 = 10_000
    /// Devices of one name, and devices that are compared with all others.
    private static let maxLanes = 8
    /// Devices whose points are remembered.
    private static let maxDevices = 100
    /// Points by which a track is looked up in the history.
    private static let sampleCount = 8

    private var lanes: [String: SourceLane] = [:]
    /// The devices in the order of their first points.
    private var devices: [String] = []
    private var count = 0
    private var mask: UInt64 = 0
    private var track: Int32 = 0
    /// The devices of the current track that were replaced.
    private var replaced: [String: String] = [:]
    private var separation = SourceSeparation()
    private let isStored: (TrackPoint, String) -> Bool

    /// Creates a separator for the sources of one import.
    ///
    /// - Parameter isStored: returns true if the history has a point under the name of a device.
    init(isStored: @escaping (TrackPoint, String) -> Bool) {
        self.isStored = isStored
    }

    /// Begins another track.
    func begin() {
        replaced = [:]
        if track < .max { track += 1 }
    }

    /// Returns what was noticed in the tracks since the last call.
    func finish() -> SourceSeparation {
        defer { separation = SourceSeparation() }
        return separation
    }

    /// Replaces the devices of points that were recorded at the same time as others.
    ///
    /// - Parameters:
    ///   - points: the points, sorted or not.
    ///   - divisions: the indices at which other tracks begin.
    func separate(_ points: inout [TrackPoint], at divisions: [Int]) {
        var start = 0
        for division in divisions where division < points.count {
            separate(&points, start..<division)
            start = division
            begin()
        }
        separate(&points, start..<points.count)
        if divisions.last == points.count { begin() }
    }

    private func separate(_ points: inout [TrackPoint], _ range: Range<Int>) {
        guard track <= Self.maxTracks, let first = range.first else { return }
        let device = points[first].fix.device
        guard range.contains(where: { points[$0].fix.device != device }) else {
            return separate(&points, at: Array(range), of: device)
        }
        let groups = Dictionary(grouping: range) { points[$0].fix.device }
        for (device, indices) in groups.sorted(by: { $0.key < $1.key }) {
            separate(&points, at: indices, of: device)
        }
    }

    /// Places the points of one track and device.
    private func separate(_ points: inout [TrackPoint], at indices: [Int], of device: String) {
        var own = indices.map { SourcePoint(points[$0], track: track) }
        if !zip(own, own.dropFirst()).allSatisfy({ $0.time <= $1.time }) { own.sort { $0.time < $1.time } }
        let target = replaced[device] ?? choose(device, for: own, sample: sample(points, at: indices))
        if target != device {
            replaced[device] = target
            for index in indices { points[index] = points[index].renamed(target) }
            separation.moved[target, default: 0] += indices.count
        } else {
            compare(own, with: device)
        }
        remember(own, as: target)
    }

    private func remember(_ own: [SourcePoint], as device: String) {
        if lanes[device] == nil {
            guard devices.count < Self.maxDevices else { return }
            devices.append(device)
        }
        lanes[device, default: SourceLane()].add(own, mask: mask)
        count += own.count
        // The mask ends before the hash does: points of one time may all have the hash 0.
        while count > Self.maxPoints, mask < 1 << 20 {
            for name in devices { lanes[name]?.thin(mask: mask) }
            count = lanes.values.reduce(0) { $0 + $1.points.count }
            if count > Self.maxPoints { mask = mask << 1 | 1 }
        }
    }

    /// Returns the device under which points overlap with no others, or are in the history already.
    private func choose(_ device: String, for own: [SourcePoint], sample: @autoclosure () -> [TrackPoint]) -> String {
        for number in 1...Self.maxLanes {
            let name = number == 1 ? device : Self.name(device, number)
            guard let lane = lanes[name], lane.overlaps(own, mask: mask) else { return name }
            let sample = sample()
            if sample.count(where: { isStored($0, name) }) * 2 >= sample.count { return name }
        }
        return device
    }

    private func sample(_ points: [TrackPoint], at indices: [Int]) -> [TrackPoint] {
        let step = max(1, indices.count / Self.sampleCount)
        return stride(from: 0, to: indices.count, by: step).map { points[indices[$0]] }
    }

    private static func name(_ device: String, _ number: Int) -> String {
        let suffix = " \(number)"
        return PrintableText.sanitized(device, limit: PrintableText.maxDeviceLength - suffix.utf8.count) + suffix
    }

    /// Notices devices that files distinguish and that recorded at the same time.
    private func compare(_ own: [SourcePoint], with device: String) {
        guard separation.simultaneous.count < Self.maxLanes else { return }
        for name in devices.prefix(Self.maxLanes) where name != device {
            guard !separation.simultaneous.isSuperset(of: [name, device]), let lane = lanes[name],
                lane.overlaps(own, mask: mask, isOtherDevice: true)
            else { continue }
            separation.simultaneous.formUnion([name, device])
        }
    }
}

/// What was kept apart in the tracks of a file.
struct SourceSeparation: Hashable {
    /// The numbers of points that got another device than the file gave them, by that device.
    var moved: [String: Int] = [:]
    /// The devices that recorded at the same times, as the file distinguishes them.
    var simultaneous: Set<String> = []

    /// One line; nil if nothing was kept apart.
    var text: String? {
        let moved = moved.sorted { $0.key < $1.key }.map { "\($0.value) points as \($0.key.debugDescription)" }
        let names = simultaneous.sorted().map(\.debugDescription).joined(separator: ", ")
        var parts: [String] = []
        if !moved.isEmpty {
            parts.append("recorded at the same time as other tracks, so kept apart: \(moved.joined(separator: ", "))")
        }
        if !names.isEmpty { parts.append("devices that recorded at the same time are kept apart: \(names)") }
        return parts.isEmpty ? nil : PrintableText.sanitized(parts.joined(separator: "; "))
    }
}

extension TrackPoint {
    /// Returns the point as one of another device.
    fileprivate func renamed(_ device: String) -> TrackPoint {
        var fix = fix
        fix.device = device
        return TrackPoint(fix, motion: motion, satellitesUsed: satellitesUsed) ?? self
    }
}
