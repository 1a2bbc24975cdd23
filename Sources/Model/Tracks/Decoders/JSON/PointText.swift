import Basics

/// A point as well-known text (OGC 06-103r4, 7), which databases write for a position: `POINT (144.9 -37.8)`.
struct PointText {
    private static let maxLength = 200

    /// Degrees.
    let longitude: Double
    let latitude: Double

    /// Parses a point, also with the number of its reference system before it (`SRID=4326;`) and with further dimensions; nil
    /// for anything else.
    init?(_ text: Span<UInt8>) {
        guard text.count <= Self.maxLength else { return nil }
        let bytes = text.trimmedRange.map { text[$0] }
        let start = bytes.firstIndex(of: UInt8(ascii: ";")).map { $0 + 1 } ?? 0
        guard let open = bytes.firstIndex(of: UInt8(ascii: "(")), start < open, bytes.last == UInt8(ascii: ")") else {
            return nil
        }
        let name = String(decoding: bytes[start..<open], as: UTF8.self).uppercased().filter { !$0.isWhitespace }
        let numbers = bytes[(open + 1)..<(bytes.count - 1)].split { $0 <= 0x20 }.map { Double(decimal: Array($0).span) }
        guard ["POINT", "POINTZ", "POINTM", "POINTZM"].contains(name), numbers.count >= 2, let longitude = numbers[0],
            let latitude = numbers[1]
        else { return nil }
        (self.longitude, self.latitude) = (longitude, latitude)
    }
}
