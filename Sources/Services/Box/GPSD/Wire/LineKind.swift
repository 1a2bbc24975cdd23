import Glibc

/// The kind of a line from gpsd, determined from its first bytes, before anything is parsed.
enum LineKind {
    /// A report for ``Unpacker``: starts as one and has a single `"class":`, so that libgps cannot loop on it.
    case tpv
    /// The same for the sky; if `listsSatellites` is true, the counts are reliable.
    case sky(listsSatellites: Bool)
    /// A report on the errors of the pseudoranges, for ``GST``.
    case gst
    /// A message about gpsd or its devices, for ``ControlMessage``.
    case control
    /// A report of gpsd that nothing here reads.
    case unused
    /// Everything else: reports in another form, NMEA, garbage.
    case other

    private static let tpvStart = Array("{\"class\":\"TPV\"".utf8)
    private static let skyStart = Array("{\"class\":\"SKY\"".utf8)
    private static let gstStart = Array("{\"class\":\"GST\"".utf8)
    private static let objectStart = "{\"class\":"
    private static let anyClass = "\"class\":"
    /// What gpsd does not write and libgps cannot read in the sky: blanks between parts, and numbers as text.
    private static let foreign = [", \"", "\": ", "[ ", "\"hdop\":\"", "\"nSat\":\"", "\"uSat\":\""]
    private static let satelliteList = "\"satellites\":[{"
    private static let controlStarts = starts(of: ["VERSION", "DEVICES", "DEVICE", "WATCH", "ERROR"])
    private static let unusedStarts = starts(of: unusedClasses)

    /// The classes of gpsd_json(5) and its sources that nothing here reads, or only in gpsd's form.
    static let unusedClasses = [
        "RTCM3", "RTCM2", "AIS", "RAW", "GST", "ATT", "IMU", "TOFF", "PPS", "OSC", "SUBFRAME", "POLL", "LOG",
    ]

    /// Classifies a NUL-terminated line as libgps will read it: anything after a NUL inside it does not count.
    init(_ line: UnsafeMutableBufferPointer<UInt8>) {
        if unsafe line.starts(with: Self.tpvStart) {
            self = unsafe Self.hasSingleClass(line) ? .tpv : .other
        } else if unsafe line.starts(with: Self.skyStart) {
            let lists = unsafe line.contains(Self.satelliteList, from: Self.skyStart.count)
            let isForeign = Self.foreign.contains { unsafe line.contains($0, from: Self.skyStart.count) }
            self = unsafe Self.hasSingleClass(line) && !isForeign ? .sky(listsSatellites: lists) : .other
        } else {
            self = unsafe Self.kind(ofOther: line)
        }
    }

    private static func kind(ofOther line: UnsafeMutableBufferPointer<UInt8>) -> LineKind {
        if unsafe line.starts(with: gstStart) { return .gst }
        if controlStarts.contains(where: { unsafe line.starts(with: $0) }) { return .control }
        return unusedStarts.contains { unsafe line.starts(with: $0) } ? .unused : .other
    }

    private static func starts(of classes: [String]) -> [[UInt8]] {
        classes.map { Array("{\"class\":\"\($0)\"".utf8) }
    }

    /// Returns the line from the start of JSON; nil if there is none.
    ///
    /// gpsd's recordings contain objects glued to NMEA.
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
    /// Compares the first bytes by one memcmp: this runs on every line.
    fileprivate func starts(with bytes: [UInt8]) -> Bool {
        guard count >= bytes.count, let base = baseAddress else { return false }
        // Both sides hold at least `bytes.count` bytes.
        return unsafe memcmp(base, bytes, bytes.count) == 0
    }

    fileprivate func contains(_ text: String, from offset: Int) -> Bool {
        unsafe self.offset(of: text, from: offset) != nil
    }

    fileprivate func offset(of text: String, from offset: Int) -> Int? {
        guard count >= offset, let base = baseAddress else { return nil }
        // `offset` lies inside the line, and the line is NUL-terminated; so the match lies inside it too.
        let start = unsafe UnsafeMutableRawPointer(base).assumingMemoryBound(to: CChar.self)
        guard let found = unsafe strstr(start + offset, text) else { return nil }
        return unsafe found - start
    }
}
