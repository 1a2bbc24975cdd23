import FoundationEssentials

/// gpsd's unpacked source, found through `WHEREISMY_GPSD_SOURCE` (`packaging/fetch-gpsd-source` prints its path).
public enum GPSDSource {
    /// Its folder; nil where the variable is not set, and then tests that need it are skipped.
    public static let folder: String? = ProcessInfo.processInfo.environment["WHEREISMY_GPSD_SOURCE"]

    /// Whether it is there.
    public static var isPresent: Bool { folder != nil }

    /// The path of one of gpsd's recordings, as gpsd's own tests expect its output; empty without the source.
    public static func recording(_ name: String) -> String {
        folder.map { "\($0)/test/daemon/\(name).log.chk" } ?? ""
    }

    /// The paths of all of them, sorted.
    public static func recordings() -> [String] {
        guard let folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/test/daemon")) ?? []
        return names.filter { $0.hasSuffix(".log.chk") }.sorted().map { "\(folder)/test/daemon/\($0)" }
    }
}
