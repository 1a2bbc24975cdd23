import Basics
import Location

extension [UInt8] {
    /// Appends a `trkpt`, its elements in the order in which the schema wants them.
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
        append(extensionsOf: point.fix)
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

    private mutating func append(extensionsOf fix: Fix) {
        let accuracy = fix.horizontalAccuracy?.radius
        let isMoving = fix.speed != nil || fix.course != nil
        guard isMoving || accuracy != nil || fix.verticalAccuracy != nil else { return }
        append("<extensions>")
        if isMoving {
            append("<gpxtpx:TrackPointExtension>")
            append("<gpxtpx:speed>", value: fix.speed, decimals: 3, closing: "</gpxtpx:speed>")
            append("<gpxtpx:course>", value: fix.courseBelow360, decimals: 2, closing: "</gpxtpx:course>")
            append("</gpxtpx:TrackPointExtension>")
        }
        append("<wim:accuracy>", value: accuracy, decimals: 3, closing: "</wim:accuracy>")
        append("<wim:verticalAccuracy>", value: fix.verticalAccuracy, decimals: 3, closing: "</wim:verticalAccuracy>")
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
    /// Metres from the ellipsoid up to mean sea level, where both altitudes are known.
    var geoidHeight: Double? {
        guard let altitude, let ellipsoidalAltitude else { return nil }
        return ellipsoidalAltitude - altitude
    }

    /// The course in steps of 0.01 degree, of which a full turn is 0.
    var courseBelow360: Double? {
        guard let course else { return nil }
        return course > 359.994_9 ? 0 : course
    }

    /// The `fix` of GPX, which has one word for dimensions and corrections together; nil where nothing is known.
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
