import CLinux
import Glibc

/// The program that runs in this process, and how another takes its place.
public enum Executable {
    /// The directory that holds this program's file; nil when the kernel does not tell.
    public static var directory: String? {
        // readlink writes at most as many bytes as the array has, and tells how many.
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let path = buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:))
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return slash == 0 ? "/" : String(decoding: path[..<slash], as: UTF8.self)
    }

    /// Runs another program in this process; it does not come back but to fail.
    ///
    /// - Parameters:
    ///   - program: a path, or a name that is looked for in `PATH`.
    ///   - arguments: what follows its name.
    /// - Returns: why it failed, `ENOENT` when there is no such program.
    public static func replace(by program: String, _ arguments: [String]) -> SystemError {
        let list = CStrings([program] + arguments)
        // The list ends with a null and outlives the call.
        _ = unsafe execvp(program, list.pointers)
        return .last("exec", program)
    }
}
