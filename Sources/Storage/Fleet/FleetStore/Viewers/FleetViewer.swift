/// The rights of a member in a team; each role includes the ones before it.
public enum TeamRole: Int64, CaseIterable, Comparable, Sendable {
    /// Sees the last position.
    case last = 1
    /// Sees the history too.
    case history = 2
    /// Shares devices with others too.
    case share = 3
    /// Manages the members of the team too.
    case admin = 4

    /// The name in options and JSON.
    public var name: String {
        switch self {
        case .last: "last"
        case .history: "history"
        case .share: "share"
        case .admin: "admin"
        }
    }

    /// Finds a role by its name; nil if there is none.
    public init?(name: some StringProtocol) {
        guard let role = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = role
    }

    /// Orders by what they include.
    public static func < (left: TeamRole, right: TeamRole) -> Bool { left.rawValue < right.rawValue }
}

/// A member, or the holder of a link, with the rights to read.
///
/// The database decides only by ``identity`` which rows are visible; the roles are for the service's own decisions.
public struct FleetViewer: Hashable, Sendable {
    /// The row of the database that has the rights.
    public enum Identity: Hashable, Sendable {
        /// A member, by number.
        case member(Int32)
        /// A share, by number.
        case share(Int32)
    }

    /// The row of the database that has the rights.
    public let identity: Identity
    /// The name of the member, or of the share.
    public let name: String
    /// True for an administrator, who sees all devices.
    public let seesAll: Bool
    /// The roles by the names of the teams.
    public private(set) var roles: [String: TeamRole]
    /// The highest role that the viewer may act in: that of a token.
    public private(set) var limit = TeamRole.admin

    /// Creates a viewer.
    public init(_ identity: Identity, name: String, isAdmin: Bool = false, roles: [String: TeamRole] = [:]) {
        self.identity = identity
        self.name = name
        seesAll = isAdmin
        self.roles = roles
    }

    /// True for an administrator, who also manages everything.
    public var isAdmin: Bool { seesAll && limit == .admin }

    /// Returns the same viewer with no higher role than the given one.
    public func limited(to role: TeamRole) -> FleetViewer {
        var viewer = self
        viewer.limit = min(limit, role)
        viewer.roles = roles.mapValues { min($0, viewer.limit) }
        return viewer
    }

    /// Creates the viewer of a share.
    public init(_ share: FleetShare) {
        self.init(.share(share.id), name: share.name)
    }

    /// Returns the highest role for a visible device.
    public func role(in device: FleetDevice) -> TeamRole {
        if seesAll { return limit }
        return device.teams.compactMap { roles[$0] }.max() ?? .last
    }

    /// The value of `whereismy.viewer`.
    var setting: String {
        switch identity {
        case .member(let id): limit == .admin ? "member \(id)" : "member \(id) as \(limit.rawValue)"
        case .share(let id): "share \(id)"
        }
    }

    /// The newest positions that the viewer may see, with the columns of `last`.
    var latest: String {
        switch identity {
        case .member: "whereismy.last"
        case .share: "whereismy.shared_last()"
        }
    }
}
