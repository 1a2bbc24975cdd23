import CLinux
import Glibc

/// An open file, socket or pipe, closed when the value goes out of scope.
public struct FileDescriptor: ~Copyable, Sendable {
    /// The kernel's descriptor number, valid as long as this value lives.
    public let number: Int32

    /// Takes ownership of an open descriptor.
    public init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Writes all the bytes, blocking if necessary.
    ///
    /// - Throws: ``SystemError`` with the reason of `write`.
    public borrowing func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
        var rest = ArraySlice(Array(bytes))
        while !rest.isEmpty {
            let number = number
            // The buffer outlives the call, and its count bounds what the kernel reads.
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
            if count < 0 {
                let error = SystemError.last("write")
                if error.code == EINTR { continue }
                throw error
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads at most `limit` bytes; an empty result is the end of the file.
    ///
    /// - Throws: ``SystemError`` with the reason of `read`, including `EAGAIN` for a non-blocking descriptor.
    public borrowing func read(upTo limit: Int) throws(SystemError) -> [UInt8] {
        let number = number
        var failure: SystemError?
        // The kernel writes at most `capacity` bytes, and `count` says how many of them are initialised.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            var result = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
            while result < 0, whereismy_errno() == EINTR {
                result = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
            }
            if result < 0 { failure = .last("read") }
            count = max(0, result)
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads at most `limit` bytes from a position in bytes, without moving that of the descriptor; fewer at the end of
    /// the file.
    ///
    /// - Throws: ``SystemError`` with the reason of `pread`.
    public borrowing func read(upTo limit: Int, at position: Int) throws(SystemError) -> [UInt8] {
        let number = number
        var failure: SystemError?
        // The kernel writes at most `capacity` bytes, and `count` says how many of them are initialised.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            var result = unsafe Glibc.pread(number, buffer.baseAddress, buffer.count, position)
            while result < 0, whereismy_errno() == EINTR {
                result = unsafe Glibc.pread(number, buffer.baseAddress, buffer.count, position)
            }
            if result < 0 { failure = .last("read") }
            count = max(0, result)
        }
        if let failure { throw failure }
        return bytes
    }
}

extension FileDescriptor {
    /// Opens a file for reading.
    ///
    /// - Throws: ``SystemError`` with the path and the reason of `open`.
    public static func open(_ path: String) throws(SystemError) -> FileDescriptor {
        // The path is lent to the call as a C string.
        let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .last("open", path) }
        return FileDescriptor(owning: number)
    }

    /// Duplicates standard input.
    ///
    /// - Throws: ``SystemError`` if it is closed.
    public static func standardInput() throws(SystemError) -> FileDescriptor {
        let number = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
        guard number >= 0 else { throw .last("open", "standard input") }
        return FileDescriptor(owning: number)
    }

    /// The size of a regular file in bytes; nil for a pipe, a device or anything else without an end.
    public var regularSize: Int? {
        var status = stat()
        // The kernel fills one value.
        guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Creates a new empty file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - mode: Its permissions, reduced by the umask.
    /// - Returns: The file, open for writing.
    /// - Throws: ``SystemError``, `EEXIST` if the name is taken.
    public static func create(_ path: String, mode: UInt32) throws(SystemError) -> FileDescriptor {
        // The path is lent to the call as a C string.
        let number = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard number >= 0 else { throw .last("open", path) }
        return FileDescriptor(owning: number)
    }

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

    /// Duplicates a descriptor that someone else owns.
    ///
    /// - Throws: ``SystemError`` if the number is not open or the process is out of descriptors.
    public static func duplicate(of number: Int32) throws(SystemError) -> FileDescriptor {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .last("fcntl", "descriptor \(number)") }
        return FileDescriptor(owning: copy)
    }

    /// Returns the number; the caller closes it.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Closes the descriptor in programs that this one starts.
    ///
    /// - Throws: ``SystemError``, `EBADF` if it is not open.
    borrowing func closeOnExec() throws(SystemError) {
        guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else { throw .last("fcntl", "descriptor \(number)") }
    }
}

/// The maximum number of open descriptors of this process: RLIMIT_NOFILE.
public enum DescriptorLimit {
    /// Raises it to the hard limit: the usual 1024 are fewer than a server's clients.
    ///
    /// The low default protects callers of select(2), which this program never uses.
    ///
    /// - Returns: The limit in effect.
    public static func raise() -> Int {
        var limit = rlimit()
        // The kernel fills one value, and reads it below.
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return usual }
        let before = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        let isRaised = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        return Int(clamping: isRaised ? limit.rlim_max : before)
    }

    /// The default of a process.
    private static let usual = 1024
}
