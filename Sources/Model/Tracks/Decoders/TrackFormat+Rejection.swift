/// Detects files that cannot be read, so that the error can name the fix.
extension TrackFormat {
    private static let archives: [(start: [UInt8], name: String)] = [
        ([0x1F, 0x8B], "gzip"), ([0x42, 0x5A, 0x68], "bzip2"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz"),
        ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), ([0x50, 0x4B, 0x03, 0x04], "zip"),
    ]

    /// True for formats of XML.
    var isXML: Bool { [.gpx, .kml, .tcx].contains(self) }

    /// Returns true if the format's decoder supports the line ends of the file.
    func canDecode(head: [UInt8]) -> Bool {
        isXML || [.geoJSON, .google, .pointList].contains(self) || !Self.usesBareCarriageReturns(head)
    }

    /// Returns why a file that begins like this is not supported, and the fix.
    static func rejectionReason(for head: [UInt8]) -> String {
        if head.isEmpty { return "the file is empty" }
        if let archive = archives.first(where: { head.starts(with: $0.start) }) {
            return "the file is compressed (\(archive.name)); fix: unpack it"
        }
        if usesBareCarriageReturns(head) {
            return "lines end in CR alone; fix: tr '\\r' '\\n'"
        }
        return unknownFormat
    }

    /// What is said of a file that is in none of the formats.
    static let unknownFormat: String = {
        let known = allCases.map(\.rawValue).joined(separator: ", ")
        return "unknown format; supported: \(known) (with a header: timestamp,latitude,longitude)"
    }()

    /// Returns true for lines that end in CR alone.
    private static func usesBareCarriageReturns(_ head: [UInt8]) -> Bool {
        !head.contains(0x0A) && head.dropLast().contains(0x0D)
    }
}
