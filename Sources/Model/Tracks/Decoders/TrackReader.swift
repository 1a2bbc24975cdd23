import Basics

/// Decodes a file of any supported format, detected from its first bytes.
public final class TrackReader: TrackDecoder {
    /// The format; nil until detected.
    public private(set) var format: TrackFormat?

    /// True while buffered points are due before the next chunk.
    public var hasPendingPoints: Bool { decoder?.hasPendingPoints ?? false }

    private let device: String
    private let makeGPSD: () -> any TrackDecoder
    private let columns: CSVColumns?
    private var decoder: (any TrackDecoder)?
    /// The bytes read before the format is detected.
    private var head: [UInt8] = []

    /// Creates a reader for one file.
    ///
    /// - Parameters:
    ///   - device: the receiver of points for which the file names none.
    ///   - columns: the columns of a CSV file; nil to detect the format.
    ///   - gpsd: creates the decoder of gpsd's JSON, which another module implements.
    public init(device: String, columns: CSVColumns? = nil, gpsd: @escaping () -> any TrackDecoder) {
        self.device = device
        self.columns = columns
        makeGPSD = gpsd
    }

    /// Decodes a chunk, and buffers the first ones until the format is detected.
    public func feed(_ bytes: Span<UInt8>, into track: inout ParsedTrack) {
        guard track.error == nil else { return }
        if let decoder { return decoder.feed(bytes, into: &track) }
        head.append(addingCapacity: bytes.count) { output in
            for index in bytes.indices { output.append(bytes[index]) }
        }
        if head.count >= TrackFormat.maxHeadLength { begin(&track) }
    }

    /// Ends the file.
    public func finish(into track: inout ParsedTrack) {
        if decoder == nil { begin(&track) }
        decoder?.finish(into: &track)
    }

    private func begin(_ track: inout ParsedTrack) {
        guard track.error == nil else { return }
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { head.removeFirst(3) }
        guard let format = columns == nil ? TrackFormat(head: head.span) : .csv, !head.isEmpty,
            format.canDecode(head: head)
        else {
            track.fail(TrackError(line: 1, TrackFormat.rejectionReason(for: head)))
            return head.removeAll()
        }
        self.format = format
        let decoder = decoder(for: format)
        decoder.feed(head.span, into: &track)
        self.decoder = decoder
        head = []
    }

    private func decoder(for format: TrackFormat) -> any TrackDecoder {
        switch format {
        case .gpx: XMLTrackDecoder(GPXParser(device: device))
        case .kml: XMLTrackDecoder(KMLParser(device: device))
        case .tcx: XMLTrackDecoder(TCXParser(device: device))
        case .google: JSONTrackDecoder(GoogleHistoryParser(device: device))
        case .pointList: JSONTrackDecoder(PointListParser(device: device))
        case .geoJSON: GeoJSONDecoder(device: device)
        case .nmea: LineDecoder(NMEAParser(device: device))
        case .ownTracks: LineDecoder(OwnTracksParser(device: device))
        case .csv: LineDecoder(CSVParser(device: device, columns: columns))
        case .gpsd: makeGPSD()
        }
    }
}

/// Decodes a track from bytes in chunks of any size, in constant memory.
///
/// No input ends the program. Unreadable entries are counted with their reason, and points before an error are
/// preserved. A decoder holds the state of reading one file, so it is a class.
public protocol TrackDecoder: AnyObject {
    /// Decodes a chunk; adds points and issues to the track, from which the caller may remove points at any time.
    func feed(_ bytes: Span<UInt8>, into track: inout ParsedTrack)

    /// True while buffered points are due with the next chunk or an empty one, as for long lines with too many points
    /// for one delivery.
    var hasPendingPoints: Bool { get }

    /// Ends the track.
    func finish(into track: inout ParsedTrack)
}

extension TrackDecoder {
    /// False by default.
    public var hasPendingPoints: Bool { false }
}
