import Glibc

/// The pages of the program's code and constants, and of its libraries', that are in memory for this process.
public enum CodePages {
    /// Lets go of all: what is used again comes back from the files, and what only the start has needed does not.
    ///
    /// Else that counts as memory of this process for as long as it runs: of `whereismyd`, a fifth of all it has, at least.
    public static func evict() {
        guard let maps = try? FileContents.read("/proc/self/smaps") else { return }
        for range in ranges(in: String(decoding: maps, as: UTF8.self)) {
            // A mapping of this process, of a file and never written to, so that each page can be had from there again.
            let start = unsafe UnsafeMutableRawPointer(bitPattern: range.lowerBound)
            _ = unsafe madvise(start, Int(range.upperBound - range.lowerBound), MADV_DONTNEED)
        }
    }

    /// Where files are mapped that may not be written to, and never were, of the text of `/proc/PID/smaps` (proc(5)).
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

    /// A mapping whose pages are those of a file; nil where they need not be.
    private static func range(_ words: [Substring]) -> Range<UInt>? {
        guard words.count == 6, words[1] == "r-xp" || words[1] == "r--p", words[5].contains("/") else { return nil }
        let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, ends[0] < ends[1], ends[1] <= UInt(Int.max) else { return nil }
        return ends[0]..<ends[1]
    }
}
