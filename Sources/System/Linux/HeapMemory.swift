import CLinux

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
