/// Reads a file of any of the formats, told by its first bytes.
public final class TrackReader: TrackDecoder {
    /// The format; nil until enough has been read to tell.
    public private(set) var format: TrackFormat?

    /// Whether points are still to come before the next piece.
    public var hasPendingPoints: Bool { decoder?.hasPendingPoints ?? false }

    private let device: String
    private let makeGPSD: () -> any TrackDecoder
    private var decoder: (any TrackDecoder)?
    /// What has been read before the format was told.
    private var head: [UInt8] = []

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - device: whose points these are where the file does not say it.
    ///   - gpsd: makes the decoder of gpsd's JSON, which only the module that speaks to gpsd understands.
    public init(device: String, gpsd: @escaping () -> any TrackDecoder) {
        self.device = device
        makeGPSD = gpsd
    }

    /// Reads a piece, and holds back the first ones until the format can be told.
    public func feed(_ bytes: Span<UInt8>, into harvest: inout ParsedTrack) {
        guard harvest.error == nil else { return }
        if let decoder { return decoder.feed(bytes, into: &harvest) }
        head.append(addingCapacity: bytes.count) { output in
            for index in bytes.indices { output.append(bytes[index]) }
        }
        if head.count >= TrackFormat.maxHeadLength { begin(&harvest) }
    }

    /// Ends the file.
    public func finish(into harvest: inout ParsedTrack) {
        if decoder == nil { begin(&harvest) }
        decoder?.finish(into: &harvest)
    }

    private func begin(_ harvest: inout ParsedTrack) {
        guard harvest.error == nil else { return }
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { head.removeFirst(3) }
        guard let format = TrackFormat(head: head.span), format.canDecode(head: head) else {
            harvest.fail(TrackError(line: 1, TrackFormat.rejectionReason(for: head)))
            return head.removeAll()
        }
        self.format = format
        let decoder = decoder(for: format)
        decoder.feed(head.span, into: &harvest)
        self.decoder = decoder
        head = []
    }

    private func decoder(for format: TrackFormat) -> any TrackDecoder {
        switch format {
        case .gpx: GPXDecoder(device: device)
        case .geoJSON: GeoJSONDecoder(device: device)
        case .nmea: LineDecoder(NMEAParser(device: device))
        case .ownTracks: LineDecoder(OwnTracksParser(device: device))
        case .csv: LineDecoder(CSVParser(device: device))
        case .gpsd: makeGPSD()
        }
    }
}

/// Reads a track of some format from bytes in any pieces, in memory that does not grow with its length.
///
/// Nothing in the bytes ends the program; what cannot be read is counted with its reason, and what was good before a
/// fault stays. A decoder is one reading of one file, so it is an object and no value.
public protocol TrackDecoder: AnyObject {
    /// Reads a piece; points and problems go to the harvest, whose points the caller takes away at any time.
    func feed(_ bytes: Span<UInt8>, into harvest: inout ParsedTrack)

    /// Whether points that have been read are still to come, with the next piece or an empty one: those of a long line
    /// would be too many at once.
    var hasPendingPoints: Bool { get }

    /// Ends the track.
    func finish(into harvest: inout ParsedTrack)
}

extension TrackDecoder {
    /// Most formats have no need of it.
    public var hasPendingPoints: Bool { false }
}
