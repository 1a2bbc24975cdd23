import FleetStore
import HTTPServer
import JSON
import Web

/// Who the viewer is, and the viewer's teams.
struct FleetMemberRoutes {
    /// The routes.
    var all: [FleetRoute] {
        [
            FleetRoute("/v1/me", for: .viewers, [.get: viewer]),
            FleetRoute("/v1/teams", for: .viewers, [.get: teams]),
        ]
    }

    private var viewer: FleetRoute.Handler {
        { context in
            _ = try context.queryParameters()
            let viewer = try context.viewer()
            var json = JSONWriter()
            json.object { json in
                json.string("name", viewer.name)
                json.boolean("isAdmin", viewer.isAdmin)
            }
            return .json(json.bytes + [0x0A])
        }
    }

    private var teams: FleetRoute.Handler {
        { context in
            _ = try context.queryParameters()
            let roles = try context.viewer().roles.sorted { $0.key < $1.key }
            var json = JSONWriter()
            json.object { json in
                json.objects("teams", roles) { json, team in
                    json.string("name", team.key)
                    json.word("role", team.value.name)
                }
            }
            return .json(json.bytes + [0x0A])
        }
    }
}
