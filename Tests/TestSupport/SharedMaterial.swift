import FoundationEssentials

/// Recordings and conformance suites that are not part of the project, found through `WHEREISMY_SHARED`.
public enum SharedMaterial {
    /// Their directory; nil if the variable is not set, and then tests that need them are skipped.
    public static let folder: String? = ProcessInfo.processInfo.environment["WHEREISMY_SHARED"]

    /// True if they are available.
    public static var isPresent: Bool { folder != nil }

    /// Returns the paths of gpsd's own recordings with that suffix, sorted; empty if there are none.
    public static func recordings(endingIn suffix: String = ".chk") -> [String] {
        guard let folder else { return [] }
        let corpus = folder + "/corpus/gpsd-3.22"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: corpus)) ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { corpus + "/" + $0 }
    }
}

/// GPSBabel's unpacked source, found through `WHEREISMY_GPSBABEL_SOURCE`; its directory `reference` has files of many
/// formats.
///
/// `packaging/fetch-gpsbabel-source` prints its path.
public enum GPSBabelSource {
    /// Its directory; nil if the variable is not set, and then tests that need it are skipped.
    public static let folder: String? = ProcessInfo.processInfo.environment["WHEREISMY_GPSBABEL_SOURCE"]

    /// True if the source is available.
    public static var isPresent: Bool { folder != nil }
}

/// gpsd's unpacked source, found through `WHEREISMY_GPSD_SOURCE` (`packaging/fetch-gpsd-source` prints its path).
public enum GPSDSource {
    /// Its directory; nil if the variable is not set, and then tests that need it are skipped.
    public static let folder: String? = ProcessInfo.processInfo.environment["WHEREISMY_GPSD_SOURCE"]

    /// True if the source is available.
    public static var isPresent: Bool { folder != nil }

    /// Returns the path of one of gpsd's recordings, as gpsd's own tests expect its output; empty without the source.
    public static func recording(_ name: String) -> String {
        folder.map { "\($0)/test/daemon/\(name).log.chk" } ?? ""
    }

    /// Returns the paths of all recordings, sorted.
    public static func recordings() -> [String] {
        guard let folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/test/daemon")) ?? []
        return names.filter { $0.hasSuffix(".log.chk") }.sorted().map { "\(folder)/test/daemon/\($0)" }
    }
}
