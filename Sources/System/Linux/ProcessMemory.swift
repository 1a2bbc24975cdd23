import CLinux
import Glibc

/// The memory of this process.
public enum ProcessMemory {
    /// The page size in bytes, the same on every architecture of Debian's releases unless configured otherwise.
    private static let page: UInt64 = 4096

    /// Resident bytes as of `/proc/self/statm` (proc(5)); nil if there is no such file.
    public static var resident: UInt64? {
        guard let contents = try? FileContents.read("/proc/self/statm") else { return nil }
        let fields = String(decoding: contents, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? UInt64(fields[1]).map { $0 * page } : nil
    }
}

/// The heap of this process.
public enum HeapMemory {
    /// Returns freed memory to the system, most of which the C library would retain.
    ///
    /// Takes some milliseconds: meant for the end of a piece of work that used much memory.
    public static func trim() {
        // malloc_trim takes no pointer; it locks and walks the free lists of the C library.
        _ = malloc_trim(0)
    }
}

/// Segments of System V shared memory.
public enum SharedMemory {
    /// Removes the segment with this key, if it exists and permissions allow.
    ///
    /// - Returns: True if it was removed.
    @discardableResult
    public static func remove(key: Int32) -> Bool {
        let identifier = shmget(key, 0, 0)
        guard identifier >= 0 else { return false }
        return shmctl(identifier, IPC_RMID, nil) == 0
    }
}
