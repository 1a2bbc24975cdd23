/// Detects files that cannot be read, so that the error can name the fix.
extension TrackFormat {
    private static let archives: [(start: [UInt8], name: String)] = [
        ([0x1F, 0x8B], "gzip"), ([0x42, 0x5A, 0x68], "bzip2"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz"),
        ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), ([0x50, 0x4B, 0x03, 0x04], "zip"),
    ]

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
        if isEBCDIC(head) {
            return "the text is in EBCDIC; fix: iconv -f IBM037 -t UTF-8, with the encoding of the file"
        }
        if usesBareCarriageReturns(head) {
            return "lines end in CR alone; fix: tr '\\r' '\\n'"
        }
        return unknownFormat
    }

    /// The error for a file that is in none of the formats.
    public static let unknownFormat: String = {
        let known = allCases.map(\.rawValue).joined(separator: ", ")
        return "unknown format; supported: \(known) (with a header: timestamp,latitude,longitude); "
            + "import --via gpsbabel FORMAT reads others"
    }()

    /// Tracks in formats of gpsbabel: bytes that all of them have, with their offset, and the names.
    private static let foreign: [(offset: Int, bytes: String, name: String, option: String)] = [
        (8, ".FIT", "Garmin FIT", "garmin_fit"), (0, "MsRcf", "Garmin MapSource", "gdb"),
        (0, "OziExplorer Track Point File", "OziExplorer", "ozi"),
    ]

    /// Returns the name of a format that only gpsbabel reads, with the fix; nil for any other file.
    static func foreign(_ head: [UInt8]) -> String? {
        foreign.first { head.dropFirst($0.offset).starts(with: $0.bytes.utf8) }
            .map { "\($0.name); fix: whereismy import --via gpsbabel \($0.option) FILE" }
    }

    /// Returns true for a tag whose bracket and letters are those of the code pages of EBCDIC, in which iconv(3) could read a
    /// document but for its declaration.
    private static func isEBCDIC(_ head: [UInt8]) -> Bool {
        let blanks: [UInt8] = [0x40, 0x25, 0x15, 0x0D]
        let tag = head.drop(while: blanks.contains).prefix(5)
        // "<?xml", or "<" and a small letter.
        return tag.elementsEqual([0x4C, 0x6F, 0xA7, 0x94, 0x93])
            || tag.first == 0x4C && (tag.dropFirst().first ?? 0) > 0x80
    }

    /// Returns true for lines that end in CR alone.
    private static func usesBareCarriageReturns(_ head: [UInt8]) -> Bool {
        !head.contains(0x0A) && head.dropLast().contains(0x0D)
    }
}
