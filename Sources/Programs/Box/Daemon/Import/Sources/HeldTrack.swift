import Basics
import HistoryEncoding
import Linux
import Location

/// The points of one device in a track that has not ended, in a file until it is known which receiver they are of.
///
/// The memory does not depend on their number: a sample is kept, and where each chunk is in the file.
struct HeldTrack {
    /// Points of the sample; beyond that, each second one is forgotten.
    private static let maxPoints = 8192
    /// Points by which a track is looked up in the history; half of them are forgotten beyond eight times as many.
    private static let probeCount = 8

    /// The name that the file gives the device.
    let device: String
    private(set) var sample = SourceTimeline()
    /// The bits that no hash in the sample has.
    private(set) var mask: UInt64 = 0
    private(set) var count = 0
    private(set) var chunks: [TrackSpool.Chunk] = []
    private var kept: [TrackPoint] = []

    init(device: String) { self.device = device }

    /// Some points to be looked up in the history.
    var probes: [TrackPoint] { Self.some(of: kept) }

    /// Returns some of the points, evenly.
    static func some(of points: [TrackPoint]) -> [TrackPoint] {
        stride(from: 0, to: points.count, by: max(1, points.count / probeCount)).map { points[$0] }
    }

    mutating func add(_ points: [TrackPoint], _ own: [SourcePoint], to spool: TrackSpool) throws {
        chunks.append(try spool.write(points))
        count += points.count
        kept += Self.some(of: points)
        if kept.count > Self.probeCount * Self.probeCount {
            kept = kept.indices.filter { $0.isMultiple(of: 2) }.map { kept[$0] }
        }
        sample.add(own, mask: mask)
        while sample.points.count > Self.maxPoints, mask < 1 << 20 {
            mask = mask << 1 | 1
            sample.thin(mask: mask)
        }
    }
}

/// A nameless file with points of an import, which ends with the last reference to it.
final class TrackSpool {
    /// The place of some points in the file.
    struct Chunk {
        let position: Int
        let length: Int
    }

    private let writer: FileDescriptor
    private let reader: FileDescriptor
    private var size = 0

    /// Creates an empty file in a directory.
    init(in directory: String) throws {
        let path = try PrivateDirectory.make(in: directory, named: "whereismy-import")
        defer { try? DirectoryEntry.removeTree(path) }
        writer = try .create("\(path)/points", mode: 0o600)
        reader = try .open("\(path)/points")
    }

    /// The directory of temporary files that may be large.
    static var directory: String {
        ProcessEnvironment.variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/var/tmp"
    }

    /// Appends points of one device, with the precision of the history.
    func write(_ points: [TrackPoint]) throws -> Chunk {
        let bytes = try Segment.encode(points.sorted { $0.timestamp < $1.timestamp })
        try writer.write(bytes)
        defer { size += bytes.count }
        return Chunk(position: size, length: bytes.count)
    }

    func read(_ chunk: Chunk, device: String) throws -> [TrackPoint] {
        var bytes: [UInt8] = []
        while bytes.count < chunk.length {
            let rest = chunk.length - bytes.count
            let more = try reader.read(upTo: rest, at: chunk.position + bytes.count)
            guard !more.isEmpty else { break }
            bytes += more
        }
        return try Segment.decode(bytes, device: device)
    }
}
