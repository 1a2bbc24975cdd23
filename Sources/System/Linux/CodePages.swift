import Glibc

/// The resident pages of the program's and its libraries' code and constants.
public enum CodePages {
    /// Evicts all of them; used pages are read again from the files, pages needed only at startup are not.
    ///
    /// Otherwise they count as memory of this process while it runs: at least a fifth of the total of `whereismyd`.
    public static func evict() {
        guard let maps = try? FileContents.read("/proc/self/smaps") else { return }
        for range in ranges(in: String(decoding: maps, as: UTF8.self)) {
            // Each mapping belongs to this process, is backed by a file and was never written to, so that its pages can
            // be read again.
            let start = unsafe UnsafeMutableRawPointer(bitPattern: range.lowerBound)
            _ = unsafe madvise(start, Int(range.upperBound - range.lowerBound), MADV_DONTNEED)
        }
    }

    /// Returns the file mappings in the text of `/proc/PID/smaps` (proc(5)) that are read-only and were never written
    /// to.
    static func ranges(in maps: String) -> [Range<UInt>] {
        var ranges: [Range<UInt>] = []
        var last: Range<UInt>?
        for line in maps.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 5)
            if words.first?.last != ":" {
                last = range(words)
            } else if let range = last, words.first == "Anonymous:", words.dropFirst().first == "0" {
                ranges.append(range)
            }
        }
        return ranges
    }

    /// Returns the address range of a read-only file mapping; nil for any other.
    private static func range(_ words: [Substring]) -> Range<UInt>? {
        guard words.count == 6, words[1] == "r-xp" || words[1] == "r--p", words[5].contains("/") else { return nil }
        let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, ends[0] < ends[1], ends[1] <= UInt(Int.max) else { return nil }
        return ends[0]..<ends[1]
    }
}
