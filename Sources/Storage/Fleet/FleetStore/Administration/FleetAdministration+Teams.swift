public import Basics
public import FleetProtocol
public import PostgreSQL

extension FleetAdministration {
    /// Adds a team.
    ///
    /// - Throws: ``AdministrationError`` if the name is in use or not valid; ``PostgresError``.
    public func addTeam(_ name: String, at now: Timestamp) throws {
        try change("team add", of: name, at: now) {
            try changeOne("team \(name)", by: "INSERT INTO whereismy.team(name) VALUES($1)", [.text(name)])
        }
    }

    /// Removes a team; its devices and members stay.
    ///
    /// - Throws: ``AdministrationError`` if there is none; ``PostgresError``.
    public func removeTeam(_ name: String, at now: Timestamp) throws {
        try change("team remove", of: name, at: now) {
            try touchDevices(of: name)
            try changeOne("team \(name)", by: "DELETE FROM whereismy.team WHERE name = $1", [.text(name)])
        }
    }

    /// Returns the names of all teams with the numbers of their devices and members, sorted.
    public func teams() throws(PostgresError) -> [(name: String, devices: Int, members: Int)] {
        try connection.query(
            """
            SELECT name, (SELECT count(*) FROM whereismy.team_device WHERE team = team.id),
                (SELECT count(*) FROM whereismy.team_member WHERE team = team.id)
            FROM whereismy.team ORDER BY name
            """
        ).map { ($0.text(at: 0) ?? "", Int($0.integer(at: 1) ?? 0), Int($0.integer(at: 2) ?? 0)) }
    }

    /// Puts a device into a team; does nothing if it is in it.
    ///
    /// - Throws: ``AdministrationError`` if there is no such team or device; ``PostgresError``.
    public func add(_ device: DeviceName, toTeam team: String, at now: Timestamp) throws {
        try change("team device", of: team, detail: device.text, at: now) {
            try changeOne(
                "team \(team) or device \(device)",
                by: """
                    INSERT INTO whereismy.team_device(team, device) SELECT t.id, d.id
                    FROM whereismy.team t, whereismy.device d WHERE t.name = $1 AND d.name = $2
                    ON CONFLICT (team, device) DO UPDATE SET team = excluded.team
                    """, [.text(team), .text(device.text)])
            try touchDevices(of: team)
        }
    }

    /// Takes a device out of a team.
    ///
    /// - Throws: ``AdministrationError`` if it is not in it; ``PostgresError``.
    public func remove(_ device: DeviceName, fromTeam team: String, at now: Timestamp) throws {
        try change("team device remove", of: team, detail: device.text, at: now) {
            try touchDevices(of: team)
            try changeOne(
                "device \(device) in team \(team)",
                by: """
                    DELETE FROM whereismy.team_device td USING whereismy.team t, whereismy.device d
                    WHERE t.id = td.team AND d.id = td.device AND t.name = $1 AND d.name = $2
                    """, [.text(team), .text(device.text)])
        }
    }

    /// Adds a member by the name that the reverse proxy or the administrator uses; `login` is the database role of an
    /// analyst, which only a superuser or the owner of the database can give that right.
    ///
    /// - Throws: ``AdministrationError`` if the name is in use or not valid, or the right cannot be given;
    ///   ``PostgresError``. Then nothing is added.
    public func addMember(_ name: String, isAdmin: Bool = false, login: String? = nil, at now: Timestamp) throws {
        try change("member add", of: name, detail: isAdmin ? "administrator" : "", at: now) {
            try changeOne(
                "member \(name)",
                by: "INSERT INTO whereismy.member(name, is_admin, login, created) VALUES($1, $2, $3, $4)",
                [.text(name), .boolean(isAdmin), PostgresValue(login), .integer(now.milliseconds)])
            if let login { try grantAnalysis(to: login) }
        }
    }

    /// Gives a login the rights of an analyst unless it has them, as the login of this connection.
    private func grantAnalysis(to login: String) throws {
        do throws(PostgresError) {
            let sql = "SELECT pg_has_role($1::name, 'whereismy_analyst', 'member')"
            if try connection.query(sql, [.text(login)]).first?.boolean(at: 0) == true { return }
            try connection.execute("SET LOCAL ROLE NONE")
            try FleetSchema.grantAnalysis(to: login, connection)
            try connection.execute("SET LOCAL ROLE whereismy_collector")
        } catch {
            switch error.sqlState {
            case "42501":
                throw AdministrationError(
                    .invalid,
                    "this login may not give \(login) rights; fix: sudo -u postgres whereismy-fleet member add")
            case "42704":
                throw AdministrationError(.notFound, "no role \(login); fix: sudo -u postgres createuser \(login)")
            default: throw error
            }
        }
    }

    /// Removes a member with all sessions, tokens and shares.
    ///
    /// - Throws: ``AdministrationError`` if there is none; ``PostgresError``.
    public func removeMember(_ name: String, at now: Timestamp) throws {
        try change("member remove", of: name, at: now) {
            try changeOne("member \(name)", by: "DELETE FROM whereismy.member WHERE name = $1", [.text(name)])
        }
    }

    /// Gives a member a role in a team, in place of an earlier one.
    ///
    /// - Throws: ``AdministrationError`` if there is no such team or member; ``PostgresError``.
    public func setRole(_ role: TeamRole, of member: String, inTeam team: String, at now: Timestamp) throws {
        try change("team member", of: team, detail: "\(member) \(role.name)", at: now) {
            try changeOne(
                "team \(team) or member \(member)",
                by: """
                    INSERT INTO whereismy.team_member(team, member, role) SELECT t.id, m.id, $3
                    FROM whereismy.team t, whereismy.member m WHERE t.name = $1 AND m.name = $2
                    ON CONFLICT (team, member) DO UPDATE SET role = excluded.role
                    """, [.text(team), .text(member), .integer(role.rawValue)])
        }
    }

    /// Takes a member out of a team.
    ///
    /// - Throws: ``AdministrationError`` if the member is not in it; ``PostgresError``.
    public func removeRole(of member: String, inTeam team: String, at now: Timestamp) throws {
        try change("team member remove", of: team, detail: member, at: now) {
            try changeOne(
                "member \(member) in team \(team)",
                by: """
                    DELETE FROM whereismy.team_member tm USING whereismy.team t, whereismy.member m
                    WHERE t.id = tm.team AND m.id = tm.member AND t.name = $1 AND m.name = $2
                    """, [.text(team), .text(member)])
        }
    }

    /// Returns all members with their roles, sorted by name.
    public func members() throws(PostgresError) -> [FleetViewer] {
        try FleetAccess(connection).members()
    }

    /// Gives the devices of a team new versions, so that readers notice.
    private func touchDevices(of team: String) throws {
        try connection.query(
            """
            UPDATE whereismy.last SET version = pg_current_xact_id()
            FROM whereismy.team_device td JOIN whereismy.team t ON t.id = td.team
            WHERE last.device = td.device AND t.name = $1
            """, [.text(team)])
    }
}
