/// The kind of system that the doctor runs on, which its cures have to fit.
struct HostSystem: Hashable, Sendable {
    enum PackageManager: Hashable, Sendable, CaseIterable {
        case apt
        case dnf
        case pacman
    }

    /// The package manager; nil if unknown.
    var packages: PackageManager? = .apt
    var hasSystemd = true
    /// True in a container, whose gpsd, clock and files belong to others.
    var isContainer = false

    /// Returns the package manager of a distribution and its derivatives by os-release(5); nil for an unknown one.
    static func packageManager(osRelease text: String) -> PackageManager? {
        var names: [String] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0] == "ID" || parts[0] == "ID_LIKE" else { continue }
            let value = parts[1].filter { $0 != "\"" && $0 != "'" }.split(separator: " ").map(String.init)
            // The distribution itself counts before those that it is like.
            names = parts[0] == "ID" ? value + names : names + value
        }
        return names.lazy.compactMap { managers[$0] }.first
    }

    private static let managers: [String: PackageManager] = [
        "debian": .apt, "ubuntu": .apt, "raspbian": .apt, "fedora": .dnf, "rhel": .dnf, "centos": .dnf, "arch": .pacman,
    ]
}
