import Basics

/// The supported track formats, detected from a file's content and never from its name.
public enum TrackFormat: String, CaseIterable, Sendable {
    /// GPX 1.0 or 1.1.
    case gpx = "GPX"
    /// GeoJSON, RFC 7946.
    case geoJSON = "GeoJSON"
    /// NMEA 0183.
    case nmea = "NMEA 0183"
    /// gpsd's JSON as written by `gpspipe -w`.
    case gpsd = "gpsd JSON"
    /// OwnTracks Recorder's `.rec`.
    case ownTracks = "OwnTracks .rec"
    /// WhereIsMy's own CSV.
    case csv = "CSV"

    /// The number of bytes examined; a recording may begin with a partial line and comments.
    public static let maxHeadLength = 16_384

    /// Detects the format of a file; nil if unknown.
    ///
    /// - Parameter head: the first ``maxHeadLength`` bytes, or the whole file if shorter.
    public init?(head: Span<UInt8>) {
        // ASCII in UTF-16 is UTF-8 with zeros between the letters.
        let bytes = head.indices.prefix(Self.maxHeadLength).map { head[$0] }.filter { $0 != 0 }
        let text = String(decoding: bytes, as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" || $0 == "\u{FFFD}" || $0 == "\u{1E}" }
        if start.first == "<" {
            guard Self.hasElement("gpx", start) else { return nil }
            self = .gpx
        } else if let format = Self.format(ofLines: text) {
            self = format
        } else if start.first == "{",
            ["\"Feature", "\"coordinates\"", "\"features\""].contains(where: start.contains(text:))
        {
            self = .geoJSON
        } else {
            return nil
        }
    }

    /// Returns true if an element of that name begins in the text, with or without a prefix.
    private static func hasElement(_ name: String, _ text: Substring) -> Bool {
        text.split(separator: "<").contains { element in
            let word = element.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
            return word == name || word.hasSuffix(":" + name)
        }
    }

    /// gpsd's JSON may be mixed with the sentences it was made from, so it is tested first.
    private static func format(ofLines text: String) -> TrackFormat? {
        let lines = text.split(whereSeparator: \.isNewline)
        let tests: [(TrackFormat, (Substring) -> Bool)] = [
            (.gpsd, isGPSD), (.ownTracks, isOwnTracks), (.csv, isCSV), (.nmea, isNMEA),
        ]
        return tests.first { lines.contains(where: $0.1) }?.0
    }

    private static func isGPSD(_ line: Substring) -> Bool {
        ["TPV", "SKY", "VERSION", "DEVICES", "DEVICE", "WATCH"].contains { line.hasPrefix("{\"class\":\"\($0)\"") }
    }

    private static func isOwnTracks(_ line: Substring) -> Bool {
        let parts = line.split(separator: "\t", maxSplits: 2)
        guard parts.count == 3, parts[2].first == "{" else { return false }
        return parts[0].utf8.count >= 20 && parts[0].utf8.dropFirst(10).first == UInt8(ascii: "T")
    }

    private static func isCSV(_ line: Substring) -> Bool {
        let columns = line.split { $0 == "," || $0 == ";" }.map { CSVColumn(header: String($0)) }
        return [CSVColumn.timestamp, .latitude, .longitude].allSatisfy(columns.contains)
    }

    /// Detects a talker of two characters and a sentence name of three: `$GPGGA,`.
    private static func isNMEA(_ line: Substring) -> Bool {
        guard let dollar = line.utf8.firstIndex(of: UInt8(ascii: "$")) else { return false }
        let head = line.utf8[dollar...].dropFirst().prefix(6)
        return head.count == 6 && head.last == UInt8(ascii: ",")
            && head.dropLast().allSatisfy { (65...90).contains($0) || (48...57).contains($0) }
    }
}

/// Detects files that cannot be read, so that the error can name the fix.
extension TrackFormat {
    private static let utf16: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]

    private static let archives: [(start: [UInt8], name: String)] = [
        ([0x1F, 0x8B], "gzip"), ([0x42, 0x5A, 0x68], "bzip2"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz"),
        ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), ([0x50, 0x4B, 0x03, 0x04], "zip"),
    ]

    /// Returns true if the format's decoder supports the file's encoding; XML declares its own.
    func canDecode(head: [UInt8]) -> Bool {
        guard self != .gpx else { return true }
        return !Self.isUTF16(head) && (self == .geoJSON || !Self.usesBareCarriageReturns(head))
    }

    /// Returns why a file that begins like this is not supported, and the fix.
    static func rejectionReason(for head: [UInt8]) -> String {
        if head.isEmpty { return "the file is empty" }
        if isUTF16(head) {
            return "UTF-16 is supported only for XML; fix: iconv -f UTF-16 -t UTF-8"
        }
        if let archive = archives.first(where: { head.starts(with: $0.start) }) {
            return "the file is compressed (\(archive.name)); fix: unpack it"
        }
        if usesBareCarriageReturns(head) {
            return "lines end in CR alone; fix: tr '\\r' '\\n'"
        }
        let known = allCases.map(\.rawValue).joined(separator: ", ")
        return "unknown format; supported: \(known) (with a header: timestamp,latitude,longitude)"
    }

    /// UTF-16 of ASCII text has a zero as every other byte; other text has none.
    private static func isUTF16(_ head: [UInt8]) -> Bool {
        utf16.contains(where: head.starts) || head.count { $0 == 0 } > head.count / 4
    }

    /// Returns true for lines that end in CR alone.
    private static func usesBareCarriageReturns(_ head: [UInt8]) -> Bool {
        !head.contains(0x0A) && head.dropLast().contains(0x0D)
    }
}
