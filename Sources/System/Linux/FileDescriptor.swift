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

    /// Takes ownership of the descriptor that a call returned; throws the error of the call if it returned none.
    init(_ number: Int32, of call: String, _ subject: String = "") throws(SystemError) {
        guard number >= 0 else { throw .last(call, subject) }
        self.init(owning: number)
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
        return try unsafe Self.bytes(upTo: limit) { unsafe Glibc.read(number, $0.baseAddress, $0.count) }
    }

    /// Reads at most `limit` bytes from a position in bytes, without moving that of the descriptor; fewer at the end of
    /// the file.
    ///
    /// - Throws: ``SystemError`` with the reason of `pread`.
    public borrowing func read(upTo limit: Int, at position: Int) throws(SystemError) -> [UInt8] {
        let number = number
        return try unsafe Self.bytes(upTo: limit) { unsafe Glibc.pread(number, $0.baseAddress, $0.count, position) }
    }

    /// Returns the bytes that a call reads into a buffer; the call is repeated after a signal.
    private static func bytes(
        upTo limit: Int, _ call: (UnsafeMutableBufferPointer<UInt8>) -> Int
    ) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        // The kernel writes at most `capacity` bytes, and `count` says how many of them are initialised.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            var result = unsafe call(buffer)
            while result < 0, whereismy_errno() == EINTR { result = unsafe call(buffer) }
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
        try open(path, O_RDONLY)
    }

    /// Opens a file, closed in programs that this one starts; `mode` is that of a new one, reduced by the umask.
    static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> FileDescriptor {
        // The path is lent to the call as a C string.
        try FileDescriptor(unsafe Glibc.open(path, flags | O_CLOEXEC, mode), of: "open", path)
    }

    /// Opens a non-blocking socket.
    static func socket(_ family: Int32, _ type: __socket_type) throws(SystemError) -> FileDescriptor {
        let flags = SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        return try FileDescriptor(Glibc.socket(family, Int32(type.rawValue | flags), 0), of: "socket")
    }

    /// Duplicates standard input.
    ///
    /// - Throws: ``SystemError`` if it is closed.
    public static func standardInput() throws(SystemError) -> FileDescriptor {
        try FileDescriptor(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0), of: "open", "standard input")
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
        try open(path, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    }

    /// Creates an empty file in memory, freed with its last descriptor.
    ///
    /// - Parameter name: Its name in `/proc`.
    /// - Returns: The file, open for reading and writing.
    /// - Throws: ``SystemError``.
    public static func inMemory(_ name: String) throws(SystemError) -> FileDescriptor {
        // The name is lent to the call as a C string.
        try FileDescriptor(unsafe whereismy_memory_file(name), of: "memfd_create", name)
    }

    /// The path under which a child of this process can open the file while it is open here.
    public var pathForChildren: String { "/proc/\(getpid())/fd/\(number)" }

    /// Duplicates a descriptor that someone else owns.
    ///
    /// - Throws: ``SystemError`` if the number is not open or the process is out of descriptors.
    public static func duplicate(of number: Int32) throws(SystemError) -> FileDescriptor {
        try FileDescriptor(fcntl(number, F_DUPFD_CLOEXEC, 0), of: "fcntl", "descriptor \(number)")
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
