/// The devices gpsd has, by path, in its order.
struct DeviceList: Sendable {
    private var paths: [String]?

    /// More than any gpsd has; what comes on top is not kept.
    private static let maxDevices = 32

    /// gpsd has listed them all; answers the list where it is news.
    mutating func replace(with listed: [String]) -> [String]? {
        let listed = Array(listed.prefix(Self.maxDevices))
        guard listed != paths else { return nil }
        paths = listed
        return listed
    }

    /// One has come or gone; answers the list where it is news.
    mutating func update(_ path: String, isPresent: Bool) -> [String]? {
        let others = (paths ?? []).filter { $0 != path }
        let known = paths?.contains(path) ?? false
        guard known != isPresent || paths == nil else { return nil }
        return replace(with: isPresent ? (paths ?? []) + [path] : others)
    }
}
