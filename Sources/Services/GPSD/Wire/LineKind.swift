import Glibc

/// What a line from gpsd is, told from its first bytes, before anything is parsed.
enum LineKind {
    /// A report for ``Unpacker``: starts as one and holds one `"class":`, so that libgps cannot loop on it.
    case tpv
    /// The same for the sky; `listsSatellites` tells whether counts can be believed.
    case sky(listsSatellites: Bool)
    /// A message about gpsd or its devices, for ``ControlMessage``.
    case control
    /// Everything else: NMEA, other reports, garbage.
    case other

    private static let tpvStart = Array("{\"class\":\"TPV\"".utf8)
    private static let skyStart = Array("{\"class\":\"SKY\"".utf8)
    private static let objectStart = "{\"class\":"
    private static let anyClass = "\"class\":"
    private static let satelliteList = "\"satellites\":[{"
    private static let controlStarts = ["VERSION", "DEVICES", "DEVICE", "WATCH", "ERROR"].map {
        Array("{\"class\":\"\($0)\"".utf8)
    }

    /// Looks at a line that ends with a NUL, as libgps will: what stands behind a NUL inside it does not count.
    init(_ line: UnsafeMutableBufferPointer<UInt8>) {
        if unsafe line.starts(with: Self.tpvStart) {
            self = unsafe Self.hasSingleClass(line) ? .tpv : .other
        } else if unsafe line.starts(with: Self.skyStart) {
            let lists = unsafe line.contains(Self.satelliteList, from: Self.skyStart.count)
            self = unsafe Self.hasSingleClass(line) ? .sky(listsSatellites: lists) : .other
        } else {
            self = Self.controlStarts.contains { unsafe line.starts(with: $0) } ? .control : .other
        }
    }

    /// The line from where JSON begins; nil where there is none.
    ///
    /// gpsd's recordings hold objects glued behind NMEA.
    static func start(of line: UnsafeMutableBufferPointer<UInt8>) -> UnsafeMutableBufferPointer<UInt8>? {
        guard unsafe line.first != UInt8(ascii: "{") else { return unsafe line }
        guard let offset = unsafe line.offset(of: objectStart, from: 0) else { return nil }
        return unsafe UnsafeMutableBufferPointer(rebasing: line[offset...])
    }

    private static func hasSingleClass(_ line: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        unsafe !line.contains(anyClass, from: tpvStart.count)
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// Whether the bytes begin with some others, by one memcmp: this runs on every line.
    fileprivate func starts(with bytes: [UInt8]) -> Bool {
        guard count >= bytes.count, let base = baseAddress else { return false }
        // Both sides hold at least `bytes.count` bytes.
        return unsafe memcmp(base, bytes, bytes.count) == 0
    }

    /// Whether a text stands somewhere behind an offset.
    fileprivate func contains(_ text: String, from offset: Int) -> Bool {
        unsafe self.offset(of: text, from: offset) != nil
    }

    /// Where a text first stands at or behind an offset.
    fileprivate func offset(of text: String, from offset: Int) -> Int? {
        guard count >= offset, let base = baseAddress else { return nil }
        // `offset` lies inside the line, and the line ends with a NUL; what is found lies inside it too.
        let start = unsafe UnsafeMutableRawPointer(base).assumingMemoryBound(to: CChar.self)
        guard let found = unsafe strstr(start + offset, text) else { return nil }
        return unsafe found - start
    }
}
