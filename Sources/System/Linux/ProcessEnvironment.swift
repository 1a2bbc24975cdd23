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
