import FleetStore
import HTTPServer
import JSON
import Web

/// The viewer, and the viewer's teams.
struct MemberRoutes {
    var all: [Route] {
        [
            Route("/v1/me", for: .viewers, [.get: viewer]),
            Route("/v1/teams", for: .viewers, [.get: teams]),
        ]
    }

    private func viewer(_ context: RequestContext) throws -> HTTPResponse {
        let viewer = try context.viewer()
        return .json { json in
            json.string("name", viewer.name)
            json.boolean("isAdmin", viewer.isAdmin)
        }
    }

    private func teams(_ context: RequestContext) throws -> HTTPResponse {
        let roles = try context.viewer().roles.sorted { $0.key < $1.key }
        return .json { json in
            json.objects("teams", roles) { json, team in
                json.string("name", team.key)
                json.word("role", team.value.name)
            }
        }
    }
}
