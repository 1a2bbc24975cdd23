public import Location

/// GPX 1.1, valid by its schema: a `trk` for each receiver, a `trkseg` for each stretch without a gap.
///
/// `ele` is metres above mean sea level, `geoidheight` what has to be added to it for the height above the ellipsoid.
/// Speed and course are in Garmin's TrackPointExtension 2, which other programs read; accuracies, for which nobody has
/// names, in a namespace of our own.
public struct GPXEncoder: TrackEncoder {
    /// The namespace of the accuracies.
    public static let namespace = "urn:whereismy:gpx:1"

    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="WhereIsMy" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:wim="\(namespace)">

        """

    /// The receiver whose track is open.
    private var device: String?
    private var isInSegment = false

    /// Makes an encoder for one document.
    public init() {}

    /// Writes the document's head.
    public mutating func begin(into bytes: inout [UInt8]) {
        bytes.append(Self.head)
    }

    /// Writes a point, and begins a track and a segment where none is open: an empty one means nothing.
    public mutating func add(_ point: TrackPoint, into bytes: inout [UInt8]) {
        if device != point.fix.device {
            closeTrack(&bytes)
            openTrack(point.fix.device, &bytes)
        }
        if !isInSegment { bytes.append("<trkseg>\n") }
        isInSegment = true
        bytes.append(trackPoint: point)
    }

    /// Ends the segment.
    public mutating func gap(into bytes: inout [UInt8]) {
        if isInSegment { bytes.append("</trkseg>\n") }
        isInSegment = false
    }

    /// Ends the document.
    public mutating func end(into bytes: inout [UInt8]) {
        closeTrack(&bytes)
        bytes.append("</gpx>\n")
    }

    private mutating func openTrack(_ name: String, _ bytes: inout [UInt8]) {
        device = name
        bytes.append("<trk>")
        if !name.isEmpty {
            bytes.append("<src>")
            bytes.append(escapingXML: name)
            bytes.append("</src>")
        }
        bytes.append("\n")
    }

    private mutating func closeTrack(_ bytes: inout [UInt8]) {
        gap(into: &bytes)
        if device != nil { bytes.append("</trk>\n") }
        device = nil
    }
}
