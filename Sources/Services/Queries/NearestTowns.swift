import Gazetteer
public import Linux
public import Location
import Synchronization

/// Names the nearest place of the gazetteer for many positions at once, as of a list of devices.
///
/// What was found is remembered for positions nearby, so that devices that report each second cost nothing.
public final class NearestTowns: Sendable {
    /// Metres; no place farther away gives a name.
    public static let maxDistance = 200_000.0
    /// How long a place is remembered: the gazetteer may have a new source.
    static let lifetime: Duration = .seconds(3600)
    /// The number of cells after which all are forgotten; each takes about 200 bytes.
    private static let maxCells = 50_000

    private struct Memory {
        /// nil for a cell without a place nearby.
        var entries: [Cell: GazetteerEntry?] = [:]
        var begun: Duration = .zero
    }

    private let path: String?
    private let uptime: @Sendable () -> Duration
    private let memory = Mutex(Memory())

    /// Creates a source of names from the gazetteer at a path, nil for none, with a clock.
    public init(path: String?, uptime: @escaping @Sendable () -> Duration = { SystemClock.uptime }) {
        (self.path, self.uptime) = (path, uptime)
    }

    /// Returns the place nearest to a position; nil for none, and without a gazetteer.
    public func place(near position: Coordinate?) -> NearbyPlace? { places(near: [position]).first ?? nil }

    /// Returns the place nearest to each position; nil for none, for an unknown position, and without a gazetteer.
    ///
    /// Waits for the disk.
    public func places(near positions: [Coordinate?]) -> [NearbyPlace?] {
        guard path != nil else { return positions.map { _ in nil } }
        let known = recall(positions)
        let missing = positions.compactMap(\.self).filter { known[Cell($0)] == nil }
        let found = missing.isEmpty ? [:] : lookUp(missing)
        if !found.isEmpty { memory.withLock { $0.entries.merge(found) { _, new in new } } }
        return positions.map { position in
            guard let position, let entry = (found[Cell(position)] ?? known[Cell(position)]) ?? nil else { return nil }
            return NearbyPlace(entry, from: position)
        }
    }

    /// Returns what is remembered for some positions.
    private func recall(_ positions: [Coordinate?]) -> [Cell: GazetteerEntry?] {
        let now = uptime()
        return memory.withLock { memory in
            if now - memory.begun > Self.lifetime || memory.entries.count > Self.maxCells {
                memory = Memory(begun: now)
            }
            return positions.reduce(into: [:]) { result, position in
                guard let cell = position.map(Cell.init), let entry = memory.entries[cell] else { return }
                result[cell] = .some(entry)
            }
        }
    }

    /// Returns the nearest places; none if there is no gazetteer yet, which is asked again the next time.
    private func lookUp(_ positions: [Coordinate]) -> [Cell: GazetteerEntry?] {
        guard let path, let store = try? GazetteerStore(path: path, access: .readOnly) else { return [:] }
        return positions.reduce(into: [:]) { result, position in
            guard result[Cell(position)] == nil,
                let hits = try? store.nearest(to: position, within: Self.maxDistance, count: 1)
            else { return }
            result[Cell(position)] = .some(hits.first?.entry)
        }
    }

    /// A part of the earth of about a kilometre, whose positions have the same name.
    private struct Cell: Hashable {
        private let north: Int
        private let east: Int

        init(_ position: Coordinate) {
            (north, east) = (Int(position.latitude * 100), Int(position.longitude * 100))
        }
    }
}

extension NearbyPlace {
    /// Creates the place of an entry, as seen from a position.
    fileprivate init(_ entry: GazetteerEntry, from position: Coordinate) {
        let way = position.distanceAndBearing(to: entry.coordinate)
        self.init(
            name: entry.name, region: entry.region, country: entry.country, distance: way.distance,
            bearing: way.bearing)
    }
}
