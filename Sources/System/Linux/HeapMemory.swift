import CLinux

/// What the program has allocated and given back.
public enum HeapMemory {
    /// Lets the system have what was given back; the C library keeps most of it for as long as the process runs.
    ///
    /// Takes some milliseconds: for after a piece of work that took much.
    public static func trim() {
        // It has no pointer: it goes through the free lists of the C library, which locks them.
        _ = malloc_trim(0)
    }
}
