import Basics
public import Location

/// Encodes CSV (RFC 4180), a line for each point with all its data; an empty field is unknown.
///
/// The columns have the report's names (``CSVColumn``), times are UTC and numbers have the report's decimals.
/// ``CSVParser`` restores the points exactly.
public struct CSVEncoder: TrackEncoder {
    private let columns: [CSVColumn]

    /// Creates an encoder; the column of the level of integrity is not among those that other programs know.
    public init(showsIntegrity: Bool = false) {
        columns = CSVColumn.allCases.filter { showsIntegrity || $0 != .integrity }
    }

    /// Writes the header line.
    public mutating func begin(into bytes: inout [UInt8]) {
        bytes.append(columns.map(\.rawValue).joined(separator: ",") + "\r\n")
    }

    /// Writes a line.
    public mutating func add(_ point: TrackPoint, into bytes: inout [UInt8]) {
        for column in columns {
            if column != .timestamp { bytes.append(UInt8(ascii: ",")) }
            column.append(point, to: &bytes)
        }
        bytes.append("\r\n")
    }
}

/// The columns of WhereIsMy's CSV, in order.
enum CSVColumn: String, CaseIterable, Sendable {
    case timestamp, latitude, longitude, altitude, ellipsoidalAltitude
    case horizontalAccuracy, horizontalAccuracyOrigin, verticalAccuracy
    case speed, speedAccuracy, course, courseAccuracy, climb
    case mode, motion, satellitesUsed, differential, source, timeSource, device, integrity

    /// Appends a point's field; nothing if not known.
    func append(_ point: TrackPoint, to bytes: inout [UInt8]) {
        if let number = number(of: point) {
            bytes.append(number.value, number.decimals)
        } else if let word = word(of: point) {
            bytes.append(word)
        } else if self == .timestamp {
            point.timestamp.appendISO8601(to: &bytes)
        } else if self == .satellitesUsed, let used = point.satellitesUsed {
            DecimalText.append(Int64(used), to: &bytes)
        } else if self == .device {
            bytes.append(csvField: CSVFormula.defused(point.fix.device))
        }
    }

    private func number(of point: TrackPoint) -> (value: Double, decimals: Int)? {
        switch self {
        case .latitude: (point.coordinate.latitude, 9)
        case .longitude: (point.coordinate.longitude, 9)
        case .altitude: point.fix.altitude.map { ($0, 3) }
        case .ellipsoidalAltitude: point.fix.ellipsoidalAltitude.map { ($0, 3) }
        // An accuracy is above 0 by definition, so rounding must not make it 0.
        case .horizontalAccuracy: point.fix.horizontalAccuracy.map { (max($0.radius, 0.001), 3) }
        case .verticalAccuracy: point.fix.verticalAccuracy.map { ($0, 3) }
        case .speed: point.fix.speed.map { ($0, 3) }
        case .speedAccuracy: point.fix.speedAccuracy.map { ($0, 3) }
        case .course: point.fix.course.map { ($0 >= 359.999_95 ? 0 : $0, 4) }
        case .courseAccuracy: point.fix.courseAccuracy.map { ($0, 4) }
        case .climb: point.fix.climb.map { ($0, 3) }
        default: nil
        }
    }

    private func word(of point: TrackPoint) -> String? {
        switch self {
        case .horizontalAccuracyOrigin: point.fix.horizontalAccuracy?.origin.rawValue
        case .mode: point.fix.mode == .unknown ? nil : point.fix.mode.rawValue
        case .motion: point.motion == .unknown ? nil : point.motion.rawValue
        case .differential: point.fix.differential.rawValue
        case .source: point.fix.source.rawValue
        case .timeSource: point.fix.timeSource.rawValue
        case .integrity: point.integrity.rawValue
        default: nil
        }
    }
}

/// Text that spreadsheets would take for a formula: a receiver may have any name.
enum CSVFormula {
    /// Spreadsheets take text behind it as it is.
    private static let mark = UInt8(ascii: "'")

    /// Returns the text with an apostrophe before the beginning of a formula.
    static func defused(_ text: String) -> String { begins(text.utf8.first) ? "'" + text : text }

    /// Returns the text without that apostrophe.
    static func restored(_ text: String) -> String {
        text.utf8.first == mark && begins(text.utf8.dropFirst().first) ? String(text.dropFirst()) : text
    }

    /// Returns true for the first byte of a formula, of a command that some programs know, and of defused text.
    private static func begins(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte < 0x20 || Array("=+-@'".utf8).contains(byte)
    }
}

extension [UInt8] {
    /// Appends text, with quotation marks where RFC 4180 requires them.
    fileprivate mutating func append(csvField text: String) {
        let special: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D]
        guard text.utf8.contains(where: special.contains) else { return append(text) }
        append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { append(byte) }
            append(byte)
        }
        append(UInt8(ascii: "\""))
    }
}
