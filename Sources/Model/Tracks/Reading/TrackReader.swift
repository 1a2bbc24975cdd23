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
