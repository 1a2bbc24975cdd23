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
