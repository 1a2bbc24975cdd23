public import History
import PostgreSQL

/// The conditions for devices, among those that a viewer may see.
public struct DeviceFilter: Hashable, Sendable {
    /// The name of a team; nil for all.
    public var team: String?
    /// The state; nil for all.
    public var state: DeviceState?
    /// The area of the newest fix; nil for all, also those without a fix.
    public var within: Area?
    /// A part of the name, in any case; nil for all.
    public var name: String?

    /// Creates a filter; without conditions it is for all devices.
    public init(team: String? = nil, state: DeviceState? = nil, within: Area? = nil, name: String? = nil) {
        self.team = team
        self.state = state
        self.within = within
        self.name = name
    }

    /// True if most of the devices may match.
    var isWide: Bool { within == nil && name == nil }

    /// The conditions that the database decides; the state is decided by ``DeviceState``.
    static let condition = """
        ($1::text IS NULL OR EXISTS(SELECT FROM whereismy.team_device td JOIN whereismy.team t ON t.id = td.team
            WHERE td.device = d.id AND t.name = $1))
        AND ($2::text IS NULL OR strpos(lower(d.name), lower($2)) > 0)
        AND ($3::int IS NULL OR l.latitude BETWEEN $3 AND $4 AND CASE WHEN $5::int <= $6::int
            THEN l.longitude BETWEEN $5 AND $6 ELSE l.longitude >= $5 OR l.longitude <= $6 END)
        """

    /// The parameters of ``condition``.
    var parameters: [PostgresValue] {
        let edges = within.map { [$0.south, $0.north, $0.west, $0.east].map { Int64(($0 * 1e7).rounded()) } }
        return [PostgresValue(team), PostgresValue(name)]
            + (edges.map { $0.map(PostgresValue.integer) } ?? Array(repeating: .null, count: 4))
    }
}
