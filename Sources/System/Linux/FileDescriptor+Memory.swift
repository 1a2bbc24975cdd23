import CLinux
import Glibc

extension FileDescriptor {
    /// Creates an empty file in memory, freed with its last descriptor.
    ///
    /// - Parameter name: Its name in `/proc`.
    /// - Returns: The file, open for reading and writing.
    /// - Throws: ``SystemError``.
    public static func inMemory(_ name: String) throws(SystemError) -> FileDescriptor {
        // The name is lent to the call as a C string.
        let number = unsafe whereismy_memory_file(name)
        guard number >= 0 else { throw .last("memfd_create", name) }
        return FileDescriptor(owning: number)
    }

    /// The path under which a child of this process can open the file while it is open here.
    public var pathForChildren: String { "/proc/\(getpid())/fd/\(number)" }
}
