import XML

/// The elements and attributes of GPX that matter here, whatever their namespace.
enum GPXName: String, CaseIterable, Sendable {
    case gpx, trk, src, trkpt, wpt, rtept, extensions
    case lat, lon
    case ele, time, geoidheight, fix, sat, hdop, speed, course
    /// Our own, see ``GPXEncoder``.
    case accuracy, verticalAccuracy

    /// Whether its text is a value of a point that stands in the point itself.
    var isPointChild: Bool {
        switch self {
        case .ele, .time, .geoidheight, .fix, .sat, .hdop, .speed, .course: true
        default: false
        }
    }

    /// Whether its text is a value of a point that stands somewhere in its `extensions`.
    var isExtensionValue: Bool {
        switch self {
        case .speed, .course, .accuracy, .verticalAccuracy: true
        default: false
        }
    }

    /// All of them, by which the parser names what it finds.
    static let vocabulary = allCases.map { XMLName($0.rawValue, hasText: $0 == .src || $0.isPointChild || $0.isExtensionValue) }
}
