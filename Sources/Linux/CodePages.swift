import Glibc

/// The pages of the program's code, and of its libraries', that are in memory for this process.
public enum CodePages {
    /// Lets go of all: what is run again comes back from the files, and what only the start has needed does not.
    ///
    /// Else that counts as memory of this process for as long as it runs: of `whereismyd`, a fifth of all it has.
    public static func letGo() {
        guard let maps = try? FileContents.read("/proc/self/maps") else { return }
        for range in ranges(in: String(decoding: maps, as: UTF8.self)) {
            // A mapping of this process, of a file and never written to, so that each page can be had from there again.
            let start = unsafe UnsafeMutableRawPointer(bitPattern: range.lowerBound)
            _ = unsafe madvise(start, Int(range.upperBound - range.lowerBound), MADV_DONTNEED)
        }
    }

    /// Where code of files is mapped, of the text of `/proc/PID/maps` (proc(5)).
    static func ranges(in maps: String) -> [Range<UInt>] {
        maps.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 5)
            guard words.count == 6, words[1] == "r-xp", words[5].contains("/") else { return nil }
            let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, ends[0] < ends[1], ends[1] <= UInt(Int.max) else { return nil }
            return ends[0]..<ends[1]
        }
    }
}
