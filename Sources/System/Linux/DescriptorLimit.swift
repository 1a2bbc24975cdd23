import Glibc

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
