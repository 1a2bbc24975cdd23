/// gpsd's devices by path, in its order.
struct DeviceList: Sendable {
    private var paths: [String]?

    /// Above any gpsd; further devices are ignored.
    private static let maxDevices = 32

    /// Replaces the list; returns it if it has changed.
    mutating func replace(with listed: [String]) -> [String]? {
        let listed = Array(listed.prefix(Self.maxDevices))
        guard listed != paths else { return nil }
        paths = listed
        return listed
    }

    /// Adds or removes a device; returns the list if it has changed.
    mutating func update(_ path: String, isPresent: Bool) -> [String]? {
        let others = (paths ?? []).filter { $0 != path }
        let known = paths?.contains(path) ?? false
        guard known != isPresent || paths == nil else { return nil }
        return replace(with: isPresent ? (paths ?? []) + [path] : others)
    }
}
