/// The devices gpsd has, by path, in its order.
struct DeviceList: Sendable {
    private var paths: [String]?

    /// More than any gpsd has; what comes on top is not kept.
    private static let most = 32

    /// gpsd has listed them all; answers the list where it is news.
    mutating func replace(by listed: [String]) -> [String]? {
        let listed = Array(listed.prefix(Self.most))
        guard listed != paths else { return nil }
        paths = listed
        return listed
    }

    /// One has come or gone; answers the list where it is news.
    mutating func set(_ path: String, present: Bool) -> [String]? {
        let others = (paths ?? []).filter { $0 != path }
        let known = paths?.contains(path) ?? false
        guard known != present || paths == nil else { return nil }
        return replace(by: present ? (paths ?? []) + [path] : others)
    }
}
