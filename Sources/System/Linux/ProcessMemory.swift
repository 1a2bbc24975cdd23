/// The memory of this process.
public enum ProcessMemory {
    /// Bytes in a page where the system does not say otherwise: every architecture that Debian has a release of.
    private static let page: UInt64 = 4096

    /// Bytes that are resident now, as `/proc/self/statm` counts them (proc(5)); nil where there is no such file.
    public static var resident: UInt64? {
        guard let contents = try? FileContents.read("/proc/self/statm") else { return nil }
        let fields = String(decoding: contents, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? UInt64(fields[1]).map { $0 * page } : nil
    }
}
