import Glibc

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
