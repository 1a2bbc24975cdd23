import CLinux
import Glibc

/// The environment of this process.
public enum ProcessEnvironment {
    /// The process id of this process.
    public static var processID: Int32 { getpid() }

    /// All variables; to be read before the program starts its threads.
    public static var variables: [String: String] {
        var variables: [String: String] = [:]
        // The array and each string are null-terminated; this program never changes them.
        guard var next = unsafe whereismy_environ() else { return [:] }
        while let entry = unsafe next.pointee {
            let parts = unsafe String(cString: entry).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            unsafe next += 1
        }
        return variables
    }
}

/// The executable file of this process, other executable files, and the replacement of this program by another.
public enum Executable {
    /// The directory of this program's file; nil if the kernel does not report it.
    public static var directory: String? {
        // readlink writes at most as many bytes as the array has, and returns the number.
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let path = buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:))
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return slash == 0 ? "/" : String(decoding: path[..<slash], as: UTF8.self)
    }

    /// Returns true if a path is a file that this user may execute.
    public static func isExecutable(_ path: String) -> Bool {
        guard let status = try? FileStatus(of: path), status.kind == .regular else { return false }
        // The path is lent to the call as a C string.
        return unsafe access(path, X_OK) == 0
    }

    /// Replaces this program by another (execvp); returns only on failure.
    ///
    /// - Parameters:
    ///   - program: A path, or a name to look up in `PATH`.
    ///   - arguments: The arguments after the program's name.
    /// - Returns: The error, `ENOENT` if there is no such program.
    public static func replace(by program: String, _ arguments: [String]) -> SystemError {
        let list = CStrings([program] + arguments)
        // The array is null-terminated and outlives the call.
        _ = unsafe execvp(program, list.pointers)
        return .last("exec", program)
    }
}
