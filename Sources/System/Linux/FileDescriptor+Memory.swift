import CLinux
import Glibc

extension FileDescriptor {
    /// Makes an empty file in memory that goes away with its descriptors.
    ///
    /// - Parameter name: what it is called in `/proc`.
    /// - Returns: It, open for reading and writing.
    /// - Throws: ``SystemError``.
    public static func inMemory(_ name: String) throws(SystemError) -> FileDescriptor {
        // The name is lent to the call as a C string.
        let number = unsafe whereismy_memory_file(name)
        guard number >= 0 else { throw .last("memfd_create", name) }
        return FileDescriptor(owning: number)
    }

    /// A path under which a child of this process can open it for as long as it is open here.
    public var pathForChildren: String { "/proc/\(getpid())/fd/\(number)" }
}
