/// The memory of this process.
public enum ProcessMemory {
    /// The page size in bytes, the same on every architecture of Debian's releases unless configured otherwise.
    private static let page: UInt64 = 4096

    /// Resident bytes as of `/proc/self/statm` (proc(5)); nil if there is no such file.
    public static var resident: UInt64? {
        guard let contents = try? FileContents.read("/proc/self/statm") else { return nil }
        let fields = String(decoding: contents, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? UInt64(fields[1]).map { $0 * page } : nil
    }
}
