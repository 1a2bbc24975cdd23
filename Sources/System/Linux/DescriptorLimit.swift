import Glibc

/// How many files and sockets this process may have open: RLIMIT_NOFILE.
public enum DescriptorLimit {
    /// Raises it as far as the system lets it, for the usual 1024 are fewer than the clients of a server.
    ///
    /// Nothing here waits by select(2), which is what the low limit is for.
    ///
    /// - Returns: what holds now.
    public static func raise() -> Int {
        var limit = rlimit()
        // The kernel writes the one value, and reads it below.
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return usual }
        let before = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        let isRaised = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        return Int(clamping: isRaised ? limit.rlim_max : before)
    }

    /// What a process has where nobody says otherwise.
    private static let usual = 1024
}
