import CLinux
import Glibc

/// The variables that this process was started with.
public enum ProcessEnvironment {
    /// The kernel's number for this process.
    public static var processID: Int32 { getpid() }

    /// All of them; to be read before the program starts its threads.
    public static var variables: [String: String] {
        var variables: [String: String] = [:]
        // The list ends with a null, every string with one too; nothing in this program changes it.
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
