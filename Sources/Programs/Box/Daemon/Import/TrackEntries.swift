import Basics
import Compression
import Location
import Tracks

/// The tracks of an input: one, or the files of an archive, each with its own format.
final class TrackEntries: UnpackedFileReceiver {
    /// The points sorted and loaded at once: more than four hours at one fix a second.
    ///
    /// Three chunks are in memory: one being read, one waiting and one being loaded.
    private static let chunkSize = 16_000

    /// A chunk and the surplus points of a block in the densest format, KML with 37 bytes a point.
    private static let capacity = chunkSize + 7000

    /// A track that has been read.
    struct Entry {
        /// The path in an archive; nil for an input that is none.
        let name: String?
        let counts: ImportCounts
        /// The devices that were kept apart in it.
        let separation: SourceSeparation
    }

    /// The number of points of all tracks that have ended.
    private(set) var pointCount = 0
    var currentCount: Int { pointCount + track.count }
    /// The number of tracks that have ended.
    private(set) var reported = 0
    /// The files of an archive that are in no known format, by the one that only gpsbabel reads, with the fix.
    private(set) var otherFiles: [String?: Int] = [:]
    /// True once nothing more can be loaded, or the only track has ended with an error.
    var isStopped: Bool { failure != nil || entryName == nil && track.error != nil }

    private let now: Timestamp
    /// Shifts the times of points; nil if they are right.
    private let shift: WeekShift?
    private let makeReader: () -> TrackReader
    private let makeSink: (TrackFormat?) throws -> any PointSink
    private let separator: SourceSeparator
    private let report: (Entry) -> Void
    private var reader: TrackReader?
    private var entryName: String?
    /// The current track; one without points between two tracks.
    private(set) var track: ParsedTrack
    private var dates: DateDoubts
    private var interleaved = InterleavedTracks()
    private var sink: (any PointSink)?
    /// Unpacks a compressed file within an archive.
    private var inner: (unpacker: FileUnpacker, receiver: InnerFile)?
    private var failure: (any Error)?

    /// - Parameters:
    ///   - now: the time of day.
    ///   - shift: shifts the times of points; nil if they are right.
    ///   - earlier: the last track of another input, in which the receivers keep their devices; nil for the first.
    ///   - makeReader: creates the reader of a track.
    ///   - makeSink: creates what takes its points, once there are some, of a format.
    ///   - separator: keeps tracks apart that were recorded at the same time.
    ///   - report: receives each track after its last point has been stored.
    init(
        now: Timestamp, shift: WeekShift? = nil, after earlier: ParsedTrack? = nil,
        makeReader: @escaping () -> TrackReader,
        makeSink: @escaping (TrackFormat?) throws -> any PointSink, separator: SourceSeparator,
        report: @escaping (Entry) -> Void
    ) {
        (self.makeReader, self.makeSink, self.report) = (makeReader, makeSink, report)
        (self.now, self.shift, self.separator, dates) = (now, shift, separator, DateDoubts(now: now))
        track = earlier.map(ParsedTrack.init(after:)) ?? ParsedTrack()
    }

    func begin(_ name: String?) {
        entryName = name
        reader = makeReader()
        separator.begin()
        (track, dates, interleaved) = (ParsedTrack(after: track), DateDoubts(now: now), InterleavedTracks())
        inner = name.map { _ in (FileUnpacker(unpacksArchives: false), InnerFile(self)) }
    }

    func receive(_ bytes: Span<UInt8>) {
        guard !isStopped, track.error == nil else { return }
        guard let inner else { return read(bytes) }
        do throws(UnpackError) {
            try inner.unpacker.feed(bytes, into: inner.receiver)
        } catch {
            track.fail(TrackError(line: 1, error.description))
        }
    }

    func end() {
        var interruption: String?
        if let inner, track.error == nil {
            do throws(UnpackError) {
                try inner.unpacker.finish(into: inner.receiver)
            } catch {
                interruption = error.description
            }
        }
        end(interruption: interruption)
    }

    /// Ends the current track early for a reason; returns true if it had points, so that it was reported.
    func interrupt(_ reason: String) -> Bool {
        guard let reader else { return false }
        reader.finish(into: &track)
        guard track.count > 0 else {
            self.reader = nil
            return false
        }
        end(interruption: reason)
        return true
    }

    /// Ends the current track, if it has not ended; the reason why no more can be read is nil at its end.
    func end(interruption: String?) {
        guard let reader, failure == nil else { return }
        reader.finish(into: &track)
        passOn(all: true)
        pointCount += track.count
        do {
            let loaded = try sink?.finish() ?? LoadedPoints()
            deliver(loaded, from: reader, interruption: interruption)
        } catch {
            failure = error
        }
        (self.reader, sink, track) = (nil, nil, ParsedTrack(after: track))
    }

    /// Throws what kept points from being loaded.
    func check() throws {
        if let failure { throw failure }
    }

    private func deliver(_ loaded: LoadedPoints, from reader: TrackReader, interruption: String?) {
        let counts = ImportCounts(
            format: reader.format, track: track, loaded: loaded, interruption: interruption, dates: dates,
            interleaved: interleaved)
        guard entryName == nil || !counts.isUnknown else { return otherFiles[reader.foreign, default: 0] += 1 }
        reported += 1
        report(Entry(name: entryName, counts: counts, separation: separator.finish()))
    }

    fileprivate func read(_ bytes: Span<UInt8>) {
        guard let reader, track.error == nil else { return }
        reader.feed(bytes, into: &track)
        passOn()
        while reader.hasPendingPoints, failure == nil {
            reader.feed([UInt8]().span, into: &track)
            passOn()
        }
    }

    private func passOn(all: Bool = false) {
        guard all || track.points.count >= Self.chunkSize else { return }
        if let shift { track.apply(shift) }
        let first = track.count - track.points.count
        dates.add(track.points)
        do {
            try separator.separate(&track.points, at: track.divisions.map { $0 - first }, isEnd: all)
            try load(track.points)
            while let points = try separator.nextReleased() { try load(points) }
        } catch {
            failure = error
        }
        track.divisions = []
        track.points = []
        track.points.reserveCapacity(Self.capacity)
    }

    private func load(_ points: [TrackPoint]) throws {
        guard !points.isEmpty else { return }
        interleaved.add(points)
        let sink = try sink ?? makeSink(reader?.format)
        self.sink = sink
        if !sink.load(points) { _ = try sink.finish() }
    }
}

/// Receives a file that was compressed within an archive.
private final class InnerFile: UnpackedFileReceiver {
    private unowned let entries: TrackEntries

    init(_ entries: TrackEntries) {
        self.entries = entries
    }

    func begin(_ name: String?) {}
    func receive(_ bytes: Span<UInt8>) { entries.read(bytes) }
    func end() {}
}
