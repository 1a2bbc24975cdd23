public import Basics

/// Decodes a file of any supported format, detected from its first bytes.
public final class TrackReader: TrackDecoder {
    /// The format; nil until detected.
    public private(set) var format: TrackFormat?
    /// The name of the format of a file that gpsbabel has to read, and the fix; nil for any other.
    public private(set) var foreign: String?

    /// True while buffered points are due before the next chunk.
    public var hasPendingPoints: Bool { decoder?.hasPendingPoints ?? false }

    private let device: String
    private let makeGPSD: () -> any LineParser
    private let columns: CSVColumns?
    private let date: Timestamp?
    private let zones: TimeZones
    private var decoder: (any TrackDecoder)?
    /// Converts a file that is not in UTF-8.
    private var text: ConvertedText?
    /// The bytes read before the format is detected.
    private var head: [UInt8] = []

    /// Creates a reader for one file.
    ///
    /// - Parameters:
    ///   - device: the receiver of points for which the file names none.
    ///   - columns: the columns of a CSV file; nil to detect the format.
    ///   - date: the start of the day of the first sentence of an NMEA file that has no date; nil if unknown.
    ///   - zones: looks up a time zone of IANA by its name; nil for an unknown one.
    ///   - gpsd: creates the parser of gpsd's JSON, which another module implements.
    public init(
        device: String, columns: CSVColumns? = nil, date: Timestamp? = nil, zones: @escaping TimeZones = { _ in nil },
        gpsd: @escaping () -> any LineParser
    ) {
        self.device = device
        self.columns = columns
        self.date = date
        self.zones = zones
        makeGPSD = gpsd
    }

    /// Decodes a chunk, and buffers the first ones until the format is detected.
    public func feed(_ bytes: Span<UInt8>, into track: inout ParsedTrack) {
        guard track.error == nil else { return }
        if let decoder { return pass(bytes, to: decoder, &track) }
        head.append(bytes)
        if head.count >= TrackFormat.maxHeadLength { begin(&track) }
    }

    /// Ends the file.
    public func finish(into track: inout ParsedTrack) {
        if decoder == nil { begin(&track) }
        text?.finish()
        if let error = text?.error { track.fail(error) }
        decoder?.finish(into: &track)
    }

    private func begin(_ track: inout ParsedTrack) {
        guard track.error == nil else { return }
        let raw = head
        do throws(TrackError) {
            let start = TextStart(head)
            var text = try decodedHead(start)
            let format = try format(of: text)
            XMLDeclaration.erase(in: &text, isXML: format.isXML)
            let decoder = decoder(for: format, hasReports: text.contains(UInt8(ascii: "{")))
            (self.format, self.decoder) = (format, decoder)
            if start.isNoUTF8 { track.note(.singleByteText) }
            decoder.feed(text.span, into: &track)
        } catch {
            foreign = TrackFormat.foreign(raw)
            track.fail(foreign.map { TrackError(line: 1, "the file is \($0)") } ?? error)
        }
    }

    /// Returns the first bytes in UTF-8, without a byte order mark.
    private func decodedHead(_ start: TextStart) throws(TrackError) -> [UInt8] {
        defer { head = [] }
        guard let encoding = start.encoding else { return Array(head[start.markLength...]) }
        let text = try ConvertedText(from: encoding)
        self.text = text
        return text.convert(head.span.extracting(start.markLength..<head.count))
    }

    private func format(of text: [UInt8]) throws(TrackError) -> TrackFormat {
        let content = text.span.extracting(TextStart.leadLength(of: text)..<text.count)
        guard let format = columns == nil ? TrackFormat(head: content) : .csv, !text.isEmpty,
            format.canDecode(head: text)
        else { throw TrackError(line: 1, TrackFormat.rejectionReason(for: text)) }
        return format
    }

    private func pass(_ bytes: Span<UInt8>, to decoder: any TrackDecoder, _ track: inout ParsedTrack) {
        guard let text else { return decoder.feed(bytes, into: &track) }
        let piece = text.convert(bytes)
        decoder.feed(piece.span, into: &track)
        // An error ends the decoding, so that the points before it come first.
        if let error = text.error, !decoder.hasPendingPoints { track.fail(error) }
    }

    /// Returns the decoder of a format; `hasReports` is true if there is JSON of gpsd at the beginning.
    private func decoder(for format: TrackFormat, hasReports: Bool) -> any TrackDecoder {
        let (device, date) = (device, date)
        let sentences = { NMEAParser(device: device, date: date) }
        return switch format {
        case .gpx: XMLTrackDecoder(GPXParser(device: device))
        case .kml: XMLTrackDecoder(KMLParser(device: device))
        case .tcx: XMLTrackDecoder(TCXParser(device: device))
        case .google: JSONTrackDecoder(GoogleHistoryParser(device: device))
        case .pointList: JSONTrackDecoder(PointListParser(device: device))
        case .geoJSON: JSONTrackDecoder(GeoJSONParser(device: device))
        case .nmea where !hasReports: LineDecoder(sentences())
        case .nmea, .gpsd: LineDecoder(RecordingParser(reports: makeGPSD(), sentences: sentences))
        case .ownTracks: LineDecoder(OwnTracksParser(device: device))
        case .csv: LineDecoder(CSVParser(device: device, columns: columns, zones: zones))
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
