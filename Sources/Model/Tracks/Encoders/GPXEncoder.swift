import Basics
public import Location

/// Encodes GPX 1.1, valid by its schema: a `trk` for each receiver, a `trkseg` for each segment without a gap.
///
/// `ele` is metres above mean sea level; `geoidheight` added to it is the height above the ellipsoid. Speed and course
/// are in Garmin's TrackPointExtension 2, which other programs read; accuracies and the level of integrity have no
/// established names and are in WhereIsMy's own namespace.
public struct GPXEncoder: TrackEncoder {
    /// The XML namespace of what has no established name.
    public static let namespace = "urn:whereismy:gpx:1"

    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="WhereIsMy" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:wim="\(namespace)">

        """

    /// The receiver of the open track.
    private var device: String?
    private var isInSegment = false

    /// Creates an encoder for one document.
    public init() {}

    /// Writes the head of the document.
    public mutating func begin(into bytes: inout [UInt8]) {
        bytes.append(Self.head)
    }

    /// Writes a point, after opening a track and a segment if none is open; empty ones are not written.
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

extension [UInt8] {
    /// Appends a `trkpt` with its elements in schema order.
    mutating func append(trackPoint point: TrackPoint) {
        append("<trkpt lat=\"")
        append(point.coordinate.latitude, Coordinate.decimals)
        append("\" lon=\"")
        append(point.coordinate.longitudeBelow180, Coordinate.decimals)
        append("\">")
        append("<ele>", value: point.fix.altitude, decimals: 3, closing: "</ele>")
        append("<time>")
        point.timestamp.appendISO8601(to: &self)
        append("</time>")
        append("<geoidheight>", value: point.fix.geoidHeight, decimals: 3, closing: "</geoidheight>")
        append(fixOf: point)
        append(extensionsOf: point)
        append("</trkpt>\n")
    }

    private mutating func append(fixOf point: TrackPoint) {
        if let kind = point.fix.gpxKind {
            append("<fix>")
            append(kind)
            append("</fix>")
        }
        if let used = point.satellitesUsed, used >= 0 {
            append("<sat>")
            DecimalText.append(Int64(used), to: &self)
            append("</sat>")
        }
    }

    private mutating func append(extensionsOf point: TrackPoint) {
        let fix = point.fix
        let level = point.integrity == .nominal ? nil : point.integrity.rawValue
        let accuracy = fix.horizontalAccuracy?.radius
        let isMoving = fix.speed != nil || fix.course != nil
        guard isMoving || accuracy != nil || fix.verticalAccuracy != nil || level != nil else { return }
        append("<extensions>")
        if isMoving {
            append("<gpxtpx:TrackPointExtension>")
            append("<gpxtpx:speed>", value: fix.speed, decimals: 3, closing: "</gpxtpx:speed>")
            append("<gpxtpx:course>", value: fix.courseBelow360, decimals: 2, closing: "</gpxtpx:course>")
            append("</gpxtpx:TrackPointExtension>")
        }
        append("<wim:accuracy>", value: accuracy, decimals: 3, closing: "</wim:accuracy>")
        append("<wim:verticalAccuracy>", value: fix.verticalAccuracy, decimals: 3, closing: "</wim:verticalAccuracy>")
        if let level { append("<wim:integrity>\(level)</wim:integrity>") }
        append("</extensions>")
    }

    private mutating func append(_ start: String, value: Double?, decimals: Int, closing end: String) {
        guard let value, value.magnitude < 1e9 else { return }
        append(start)
        append(value, decimals)
        append(end)
    }
}

extension Fix {
    /// Metres from the ellipsoid up to mean sea level; nil unless both altitudes are known.
    var geoidHeight: Double? {
        guard let altitude, let ellipsoidalAltitude else { return nil }
        return ellipsoidalAltitude - altitude
    }

    /// The course normalised so that rounding to 0.01 degree does not return 360.
    var courseBelow360: Double? {
        guard let course else { return nil }
        return course > 359.994_9 ? 0 : course
    }

    /// The `fix` of GPX, which combines dimensions and corrections; nil if not known.
    fileprivate var gpxKind: String? {
        switch (differential, mode) {
        case (_, .none), (_, .unknown): nil
        case (.dgps, _), (.rtkFixed, _), (.rtkFloat, _): "dgps"
        case (.precise, _): "pps"
        case (_, .twoDimensional): "2d"
        case (_, .threeDimensional): "3d"
        }
    }
}
