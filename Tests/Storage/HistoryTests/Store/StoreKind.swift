import Basics
import History
import Location
import TestSupport

/// The ways to fill a store, all with the same results.
enum StoreKind: String, CaseIterable {
    /// In memory.
    case memory
    /// As rows of a database.
    case rows
    /// As rows that are sealed at once.
    case sealed
    /// By bulk insertion.
    case loaded

    func make() throws -> TestedStore {
        if self == .memory { return TestedStore(kind: self, store: MemoryHistory(), directory: nil) }
        let directory = try ScratchDirectory()
        let store = try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
        return TestedStore(kind: self, store: store, directory: directory)
    }
}

/// A store, and the way to fill it.
struct TestedStore {
    let kind: StoreKind
    let store: any HistoryStore
    /// The directory of its file.
    let directory: ScratchDirectory?

    @discardableResult
    func add(_ points: [TrackPoint]) throws -> Int {
        switch kind {
        case .memory, .rows: return try store.append(points)
        case .loaded: return try store.bulkAppend(points)
        case .sealed:
            defer { try? store.seal(before: Timestamp(milliseconds: .max)) }
            return try store.append(points)
        }
    }

    func points(_ query: PointQuery = .all) throws -> [TrackPoint] {
        try store.points(query)
    }
}

extension HistoryStore {
    /// Returns matching points; damage fails the test.
    func points(_ query: PointQuery = .all) throws -> [TrackPoint] {
        var points: [TrackPoint] = []
        let damaged = try forEachPoint(query) { points.append($0) }
        guard damaged.isEmpty else { throw Damage(segments: damaged) }
        return points
    }

    func outlines(_ query: PointQuery = .all) throws -> [DeviceOutline] {
        var outlines: [DeviceOutline] = []
        let damaged = try forEachOutline(query) { outlines.append($0) }
        guard damaged.isEmpty else { throw Damage(segments: damaged) }
        return outlines
    }
}

struct Damage: Error {
    let segments: [DamagedSegment]
}
