/// Files that cannot be read, told by how they begin, so that whoever has one learns what to do with it.
extension TrackFormat {
    private static let utf16: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]

    private static let archives: [(start: [UInt8], name: String)] = [
        ([0x1F, 0x8B], "gzip"), ([0x42, 0x5A, 0x68], "bzip2"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz"),
        ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), ([0x50, 0x4B, 0x03, 0x04], "zip"),
    ]

    /// Whether the decoder of the format understands the encoding of a file; XML says its own.
    func canDecode(head: [UInt8]) -> Bool {
        guard self != .gpx else { return true }
        return !Self.isUTF16(head) && (self == .geoJSON || !Self.usesBareCarriageReturns(head))
    }

    /// Why a file that begins like this is not read, and what would work.
    static func rejectionReason(for head: [UInt8]) -> String {
        if head.isEmpty { return "the file is empty" }
        if isUTF16(head) {
            return "the file is UTF-16, which only XML may be; convert it first: iconv -f UTF-16 -t UTF-8"
        }
        if let archive = archives.first(where: { head.starts(with: $0.start) }) {
            return "the file is compressed (\(archive.name)); unpack it first"
        }
        if usesBareCarriageReturns(head) {
            return "its lines end in CR alone, as no system's do any more; convert it first: tr '\\r' '\\n'"
        }
        let known = allCases.map(\.rawValue).joined(separator: ", ")
        return "the format is not known; these are: \(known)"
    }

    /// Every other byte of a text in UTF-16 is zero, as far as it is of ASCII, and none of any other text.
    private static func isUTF16(_ head: [UInt8]) -> Bool {
        utf16.contains(where: head.starts) || head.count { $0 == 0 } > head.count / 4
    }

    /// A return that nothing follows ends no line.
    private static func usesBareCarriageReturns(_ head: [UInt8]) -> Bool {
        !head.contains(0x0A) && head.dropLast().contains(0x0D)
    }
}
