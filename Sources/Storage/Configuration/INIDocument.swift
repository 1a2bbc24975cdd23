import CINI

/// The entries of a configuration file, parsed by libinih.
package struct INIDocument {
    /// One `name = value`.
    package struct Entry: Hashable {
        package var section: String
        package var name: String
        package var value: String
        /// From 1.
        package var line: Int
    }

    /// The valid entries, in file order.
    package private(set) var entries: [Entry] = []
    /// The invalid lines with their reasons, in file order.
    package private(set) var issues: [(line: Int, reason: String)] = []

    /// Parses a file.
    package init(_ bytes: [UInt8]) {
        let feed = LineFeed(bytes)
        // libinih reports only the first invalid line, so that line is blanked and the rest parsed again.
        while let line = feed.parse() {
            feed.fault(line, "neither [section] nor name = value")
        }
        entries = feed.entries
        issues = feed.faults.sorted { $0.line < $1.line }
    }
}

/// Feeds lines to libinih and collects the entries.
///
/// Debian's libinih does not report the line of an entry; it requests a line and then reports its entry, so that the
/// last line fed is the entry's.
private final class LineFeed {
    private(set) var entries: [INIDocument.Entry] = []
    private(set) var faults: [(line: Int, reason: String)] = []
    private var lines: [ArraySlice<UInt8>]
    private var given = 0

    init(_ bytes: [UInt8]) {
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    /// Parses all lines; returns the first invalid one.
    func parse() -> Int? {
        entries = []
        given = 0
        // libinih calls back on this thread before it returns, so the object outlives its unowned pointer.
        let user = unsafe Unmanaged.passUnretained(self).toOpaque()
        let result = unsafe ini_parse_stream(supplyLine, user, receiveEntry, user)
        return result > 0 && lines.indices.contains(Int(result) - 1) ? Int(result) : nil
    }

    func fault(_ line: Int, _ reason: String) {
        faults.append((line, reason))
        lines[line - 1] = []
    }

    /// The next line without leading space, which libinih would take for a continuation of the last value.
    func next(limit: Int) -> ArraySlice<UInt8>? {
        guard given < lines.count else { return nil }
        given += 1
        let line = lines[given - 1].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        if line.contains(0) {
            fault(given, "has a null byte")
        } else if line.count > limit {
            fault(given, "is longer than \(limit) bytes")
        } else {
            return line
        }
        return []
    }

    func append(section: String, name: String, value: String) {
        entries.append(INIDocument.Entry(section: section, name: name, value: value, line: given))
    }
}

/// Fills the buffer with a line and its end, as fgets(3) does.
private func supplyLine(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ stream: UnsafeMutableRawPointer?
) -> UnsafeMutablePointer<CChar>? {
    guard let buffer = unsafe buffer, let stream = unsafe stream, size > 2 else { return nil }
    // `stream` is the LineFeed that parse() passed, alive until libinih returns.
    let feed = unsafe Unmanaged<LineFeed>.fromOpaque(stream).takeUnretainedValue()
    guard let line = feed.next(limit: Int(size) - 2) else { return nil }
    // The line, its end and the null are at most `size` bytes.
    for (offset, byte) in (line + [UInt8(ascii: "\n"), 0]).enumerated() {
        unsafe buffer[offset] = CChar(bitPattern: byte)
    }
    return unsafe buffer
}

private func receiveEntry(
    _ user: UnsafeMutableRawPointer?, _ section: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?
) -> Int32 {
    guard let user = unsafe user, let section = unsafe section, let name = unsafe name, let value = unsafe value
    else { return 0 }
    // `user` is the LineFeed that parse() passed; the strings end with a null and are copied here.
    unsafe Unmanaged<LineFeed>.fromOpaque(user).takeUnretainedValue().append(
        section: String(cString: section), name: String(cString: name), value: String(cString: value))
    return 1
}
