import Basics
import Location

/// A measured position under construction, which has its own time.
struct GoogleRecord {
    private let line: Int
    private var fix: Fix
    private var position = GooglePosition()
    private var hasBadTime = false

    init(line: Int, device: String) {
        self.line = line
        fix = Fix(device: device)
    }

    /// Sets the value of a key; ignores other keys.
    mutating func set(_ key: GoogleKey, to text: Span<UInt8>) {
        switch key {
        case .timestamp, .timestampMs:
            fix.timestamp = Timestamp(json: text)
            hasBadTime = fix.timestamp == nil
        case .accuracy, .accuracyMeters: setAccuracy(Double(decimal: text))
        case .accuracyMm: setAccuracy(Double(decimal: text).map { $0 / 1000 })
        // Android's altitudes are above the ellipsoid (android.location.Location).
        case .altitude, .altitudeMeters: fix.ellipsoidalAltitude = Double(decimal: text)?.validAltitude
        case .verticalAccuracy: fix.verticalAccuracy = Double(decimal: text)?.validAccuracy
        case .velocity, .speedMetersPerSecond: fix.speed = Double(decimal: text)?.validSpeed
        case .heading: fix.course = Double(decimal: text)?.validCourse
        // Several phones of one account are in one file, often at different places at the same time.
        case .deviceTag: setDevice(text)
        default: position.set(key, to: text)
        }
    }

    /// Adds the finished point to a track as ``finish(into:)`` does, unless a path has its time.
    func finish(_ coverage: GoogleCoverage, into track: inout ParsedTrack) {
        if let time = fix.timestamp, position.coordinate != nil, coverage.contains(time) {
            track.skip(.signalOfPath, line: line)
        } else {
            finish(into: &track)
        }
    }

    /// Adds the finished point to a track, or the reason for skipping it.
    func finish(into track: inout ParsedTrack) {
        guard position.isPresent else { return track.skip(.noPosition, line: line) }
        guard let coordinate = position.coordinate else { return track.skip(.badPosition, line: line) }
        guard !hasBadTime else { return track.skip(.badTime, line: line) }
        var fix = fix
        fix.coordinate = coordinate
        fix.inferMode()
        track.add(fix, line: line)
    }

    private mutating func setAccuracy(_ metres: Double?) {
        fix.horizontalAccuracy = metres?.validAccuracy.flatMap { HorizontalAccuracy(radius: $0, origin: .receiver) }
    }

    private mutating func setDevice(_ text: Span<UInt8>) {
        let name = PrintableText.sanitized("takeout:" + text.string, limit: PrintableText.maxDeviceLength)
        if name != fix.device { fix.device = name }
    }
}
