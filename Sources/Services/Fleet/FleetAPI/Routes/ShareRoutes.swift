import Access
import Basics
import FleetProtocol
import FleetStore
import HTTPServer
import JSON
import Web

/// Temporary links that show a device or a team to others.
struct ShareRoutes {
    private static let example = #"{"device":"van-12","for":"2h","precision":100}"#

    /// The address that links begin with; nil for links that are relative to this server.
    let address: String?

    var all: [Route] {
        [
            Route("/v1/shares", for: .members, [.get: list, .post: add]),
            Route("/v1/shares/{id}", for: .members, [.delete: revoke]),
        ]
    }

    private struct Subject: Decodable {
        let device: String?
        let team: String?
    }

    private func list(_ context: RequestContext) throws -> HTTPResponse {
        let now = context.moment.wallClock
        let shares = try FleetAccess(context.connection()).shares(of: context.viewer().name).filter {
            $0.isActive(at: now)
        }
        return .json { json in json.objects("shares", shares) { $0.members(ofLink: $1) } }
    }

    private func add(_ context: RequestContext) throws -> HTTPResponse {
        let subject = try context.decodeBody(as: Subject.self, example: Self.example)
        let body = try context.decodeBody(as: ShareRequestBody.self, example: Self.example)
        let options = try body.options()
        let target = try context.target(device: subject.device, team: subject.team)
        let (share, secret) = try context.administration().addShare(
            of: target, options, member: context.viewer().name, at: context.moment.wallClock)
        return .json(status: .created) { json in
            json.members(ofLink: share)
            json.string("url", "\(address ?? "")/s/\(secret.text)/")
        }
    }

    private func revoke(_ context: RequestContext) throws -> HTTPResponse {
        try context.administration().endShare(
            context.segments[0], of: context.viewer().name, at: context.moment.wallClock)
        return HTTPResponse(.noContent)
    }
}

extension RequestContext {
    /// Returns what a link shows, which the viewer must be allowed to share.
    ///
    /// - Throws: ``Problem``; for a device or a team that the viewer may not see, as if it did not exist.
    fileprivate func target(device: String?, team: String?) throws -> FleetShare.Subject {
        switch (device, team) {
        case (let name?, nil):
            guard let name = DeviceName(name), let device = try reader().device(named: name, at: moment.wallClock)
            else { throw Problem.noDevice }
            guard try viewer().role(in: device) >= .share else { throw Self.mayNotShare }
            return .device(name)
        case (nil, let name?):
            guard let role = try viewer().roles[name] else { throw Problem.noTeam }
            guard role >= .share else { throw Self.mayNotShare }
            return .team(name)
        default: throw Problem.badRequest("expected either device or team")
        }
    }

    private static var mayNotShare: Problem {
        .forbidden("your role does not permit links for others; fix: ask an administrator of the team")
    }
}

extension JSONWriter {
    /// Writes a share without its secret, which is not stored.
    fileprivate mutating func members(ofLink share: FleetShare) {
        string("id", share.name)
        switch share.subject {
        case .device(let name): string("device", name.text)
        case .team(let name): string("team", name)
        }
        members(of: share)
    }
}
