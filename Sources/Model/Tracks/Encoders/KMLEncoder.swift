import Basics
public import Location

/// Encodes KML 2.2 with Google's extension: a Placemark of `gx:Track`s for each segment without a gap.
///
/// A `gx:Track` has all times before all coordinates, so the encoder buffers at most ``maxPointsPerTrack`` points; a
/// longer segment becomes several tracks joined by `gx:interpolate`. Altitudes are above mean sea level, and clamped to
/// the ground in a track where a point has none.
public struct KMLEncoder: TrackEncoder {
    /// The maximum number of points per `gx:Track`.
    public static let maxPointsPerTrack = 4096

    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>

        """

    /// The encoded coordinates of the open track.
    private var coordinates: [UInt8] = []
    private var hasAllAltitudes = true
    private var times: [Timestamp] = []
    private var device: String?

    /// Creates an encoder for one document.
    public init() {}

    /// Writes the head of the document.
    public mutating func begin(into bytes: inout [UInt8]) {
        bytes.append(Self.head)
    }

    /// Buffers a point, and writes a track when the buffer is full.
    public mutating func add(_ point: TrackPoint, into bytes: inout [UInt8]) {
        if device != point.fix.device { gap(into: &bytes) }
        if device == nil { open(point.fix.device, &bytes) }
        if times.count == Self.maxPointsPerTrack { writePart(&bytes) }
        times.append(point.timestamp)
        coordinates.append("<gx:coord>")
        coordinates.append(point.coordinate.longitude, Coordinate.decimals)
        coordinates.append(" ")
        coordinates.append(point.coordinate.latitude, Coordinate.decimals)
        if let altitude = point.fix.altitude, altitude.magnitude < 1e9 {
            coordinates.append(" ")
            coordinates.append(altitude, 3)
        } else {
            hasAllAltitudes = false
        }
        coordinates.append("</gx:coord>\n")
    }

    /// Closes the Placemark.
    public mutating func gap(into bytes: inout [UInt8]) {
        guard device != nil else { return }
        writePart(&bytes)
        bytes.append("</gx:MultiTrack></Placemark>\n")
        device = nil
    }

    /// Ends the document.
    public mutating func end(into bytes: inout [UInt8]) {
        gap(into: &bytes)
        bytes.append("</Document></kml>\n")
    }

    private mutating func open(_ name: String, _ bytes: inout [UInt8]) {
        device = name
        bytes.append("<Placemark>")
        if !name.isEmpty {
            bytes.append("<name>")
            bytes.append(escapingXML: name)
            // A name is a title to other programs; this is what an import reads.
            bytes.append("</name><ExtendedData><Data name=\"device\"><value>")
            bytes.append(escapingXML: name)
            bytes.append("</value></Data></ExtendedData>")
        }
        bytes.append("<gx:MultiTrack><gx:interpolate>1</gx:interpolate>\n")
    }

    private mutating func writePart(_ bytes: inout [UInt8]) {
        bytes.append("<gx:Track><altitudeMode>")
        bytes.append(hasAllAltitudes ? "absolute" : "clampToGround")
        bytes.append("</altitudeMode>\n")
        for time in times {
            bytes.append("<when>")
            time.appendISO8601(to: &bytes)
            bytes.append("</when>\n")
        }
        bytes.append(contentsOf: coordinates)
        bytes.append("</gx:Track>\n")
        coordinates.removeAll(keepingCapacity: true)
        times.removeAll(keepingCapacity: true)
        hasAllAltitudes = true
    }
}
