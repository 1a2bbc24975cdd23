import Basics
import Location
import XML

/// A `trkpt` under construction.
struct GPXPoint {
    let line: Int
    private var fix: Fix
    private var latitude: Double?
    private var longitude: Double?
    private var geoidHeight: Double?
    private(set) var hdop: Double?
    private var satellites: Double?
    private var hasBadTime = false
    private var integrity = Integrity.Level.nominal

    init(line: Int, device: String) {
        self.line = line
        fix = Fix(device: device)
    }

    mutating func set(_ name: GPXName, to text: Span<UInt8>) {
        switch name {
        case .time:
            fix.timestamp = Timestamp(lenientISO8601: text)
            hasBadTime = fix.timestamp == nil
        case .fix: set(kind: text)
        case .lat: latitude = Double(decimal: text)
        case .lon: longitude = Double(decimal: text)
        case .ele: fix.altitude = Double(decimal: text)?.validAltitude
        case .geoidheight: geoidHeight = Double(decimal: text)?.validAltitude
        case .sat: satellites = Double(decimal: text)
        case .hdop: hdop = Double(decimal: text)?.validAccuracy
        case .speed: fix.speed = Double(decimal: text)?.validSpeed
        case .course: fix.course = Double(decimal: text)?.validCourse
        case .accuracy, .accuracyHorizontal: fix.horizontalAccuracy = Double(decimal: text).flatMap(Self.accuracy)
        case .verticalAccuracy, .accuracyVertical: fix.verticalAccuracy = Double(decimal: text)?.validAccuracy
        case .integrity: integrity = Integrity.Level(rawValue: text.string) ?? .nominal
        case .gpx, .creator, .osmand, .locus, .trk, .trkseg, .src, .trkpt, .wpt, .rtept, .extensions: break
        }
    }

    /// Adds the finished point to a track, or the reason for skipping it.
    ///
    /// - Parameters:
    ///   - dilution: the meaning of `hdop` in the file.
    ///   - track: the track.
    mutating func finish(_ dilution: GPXDilution, into track: inout ParsedTrack) {
        guard fix.mode != .none else { return track.skip(.noPosition, line: line) }
        guard let latitude, let longitude, let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            return track.skip(.badPosition, line: line)
        }
        guard !hasBadTime else { return track.skip(.badTime, line: line) }
        fix.coordinate = coordinate
        if let altitude = fix.altitude, let geoidHeight { fix.ellipsoidalAltitude = altitude + geoidHeight }
        var assumption: TrackAssumption?
        if fix.horizontalAccuracy == nil, let hdop {
            (fix.horizontalAccuracy, assumption) = dilution.accuracy(hdop, differential: fix.differential)
        }
        fix.inferMode()
        track.add(
            fix, satellitesUsed: Int(satellites: satellites), integrity: integrity, assuming: assumption, line: line)
    }

    /// Sets the mode and the corrections from GPX's `fix`, which combines both.
    private mutating func set(kind text: Span<UInt8>) {
        let word = text.extracting(text.trimmedRange)
        if word.equals("none") {
            fix.mode = .none
        } else if word.equals("2d") {
            fix.mode = .twoDimensional
        } else if word.equals("3d") {
            fix.mode = .threeDimensional
        } else if word.equals("dgps") {
            fix.differential = .dgps
        } else if word.equals("pps") {
            fix.differential = .precise
        }
    }

    private static func accuracy(_ radius: Double) -> HorizontalAccuracy? {
        radius.validAccuracy.flatMap { HorizontalAccuracy(radius: $0, origin: .receiver) }
    }
}

/// The relevant GPX elements and attributes, in any namespace.
enum GPXName: String, XMLTrackName, Sendable {
    case gpx, creator, osmand, locus, trk, trkseg, src, trkpt, wpt, rtept, extensions
    case lat, lon
    case ele, time, geoidheight, fix, sat, hdop, speed, course
    /// WhereIsMy's own elements, see ``GPXEncoder``.
    case accuracy, verticalAccuracy, integrity
    /// OpenTracks' element.
    case accuracyHorizontal = "accuracy_horizontal"
    case accuracyVertical = "accuracy_vertical"

    /// True if its text is a value of a point when it is a direct child of that point.
    var isPointChild: Bool {
        switch self {
        case .ele, .time, .geoidheight, .fix, .sat, .hdop, .speed, .course: true
        default: false
        }
    }

    /// True if its text is a value of a point when it is inside the point's `extensions`.
    var isExtensionValue: Bool {
        switch self {
        case .speed, .course, .accuracy, .verticalAccuracy, .accuracyHorizontal, .accuracyVertical, .integrity: true
        default: false
        }
    }

    /// All names, by which the parser identifies elements and attributes.
    static let vocabulary = allCases.map {
        XMLName($0.rawValue, hasText: $0 == .src || $0.isPointChild || $0.isExtensionValue)
    }
}
