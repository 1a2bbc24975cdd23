import Compression
import Tracks

/// Unpacks the input as an import does, and reads the tracks in it.
struct ArchiveTarget: FuzzTarget {
    func run(_ input: [UInt8]) {
        let (unpacker, tracks) = (FileUnpacker(), UnpackedTracks())
        do {
            for piece in input.pieces(times: 16) { try unpacker.feed(piece.span, into: tracks) }
            try unpacker.finish(into: tracks)
        } catch {
            _ = "\(error)"
        }
        if tracks.depth > 1 { violated("one file ends before the next begins") }
    }
}

/// Reads each unpacked file as a track, also a compressed one.
private final class UnpackedTracks: UnpackedFileReceiver {
    /// The files that have begun and not ended.
    private(set) var depth = 0
    private var reader = TrackReader(device: "import") { NoLines() }
    private var track = ParsedTrack()
    private var inner = FileUnpacker(unpacksArchives: false)
    private let sink = Discard()

    func begin(_ name: String?) {
        depth += 1
        reader = TrackReader(device: "import") { NoLines() }
        track = ParsedTrack()
        inner = FileUnpacker(unpacksArchives: false)
    }

    func receive(_ bytes: Span<UInt8>) {
        reader.feed(bytes, into: &track)
        track.points = []
        try? inner.feed(bytes, into: sink)
    }

    func end() {
        depth -= 1
        reader.finish(into: &track)
        try? inner.finish(into: sink)
    }
}

/// Discards what a compressed file within an archive has.
private final class Discard: UnpackedFileReceiver {
    func begin(_ name: String?) {}
    func receive(_ bytes: Span<UInt8>) {}
    func end() {}
}

/// Reads gpsd's JSON as nothing.
private final class NoLines: LineParser {
    func parse(_ line: Span<UInt8>, number: Int, into track: inout ParsedTrack) {}
}
