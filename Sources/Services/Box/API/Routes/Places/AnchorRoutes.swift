import Basics
import HTTPServer
import Location
import Places
import Web
import Wire

struct AnchorRoutes {
    private static let example = #"{"radius":40}"#

    let repository: AnchorRepository
    let daemon: DaemonAccess

    var all: [Route] {
        [
            Route(
                "/v1/anchor", for: .readers, changedBy: .owner, readsQuery: true,
                [.get: show, .post: set, .delete: end])
        ]
    }

    private func show(_ context: RequestContext) throws -> HTTPResponse {
        _ = try context.queryParameters()
        // No error: browsers would log one at each poll.
        guard let watch = repository.watch else { return HTTPResponse(.noContent) }
        return response(watch, at: context.moment)
    }

    private func set(_ context: RequestContext) throws -> HTTPResponse {
        let query = try context.queryParameters("replace", "set")
        let (isReplacing, seen) = (try query.flag("replace"), try query.time("set"))
        let body = try context.decodeBody(as: AnchorRequestBody.self, example: Self.example)
        let circle = try body.circle { () throws(Problem) in try here(at: context.moment) }
        do throws(AnchorError) {
            let now = context.moment.wallClock
            let watch = try repository.set(circle, at: now, replacing: isReplacing, seen: seen)
            return response(watch, at: context.moment, .created)
        } catch {
            throw Problem(error, otherwise: "the anchor is not watched")
        }
    }

    private func end(_ context: RequestContext) throws -> HTTPResponse {
        let seen = try context.queryParameters("set").time("set")
        do throws(AnchorError) {
            if try repository.end(seen: seen) { return HTTPResponse(.noContent) }
        } catch {
            throw Problem(error, otherwise: "the anchor is still watched")
        }
        throw Self.noAnchor
    }

    private static let noAnchor = Problem(
        .notFound, code: "no-anchor", detail: "no anchor watch is set; fix: whereismy place anchor here")

    private func here(at moment: Moment) throws(Problem) -> Coordinate {
        let report = daemon.feed.report(at: moment.uptime)
        guard report.state == .live, let here = report.fix?.coordinate else {
            throw Problem(
                .conflict, code: "no-fix",
                detail: "no current position (\(report.state.rawValue)); fix: give latitude and longitude")
        }
        return here
    }

    private func response(_ watch: AnchorWatch, at moment: Moment, _ status: HTTPStatus = .ok) -> HTTPResponse {
        let report = daemon.feed.report(at: moment.uptime)
        let here = report.state == .live ? report.fix?.coordinate : nil
        var summary = watch.summary(from: here)
        summary.isUnsure = report.integrity.level == .contradicted
        return .json(AnchorJSON.encode(summary) + [0x0A], status: status)
    }
}

extension Problem {
    /// The problem of an anchor watch that was not set or ended.
    fileprivate init(_ error: AnchorError, otherwise state: String) {
        switch error {
        case .isSet:
            self.init(.conflict, code: "anchor-set", detail: "an anchor watch is set already; fix: replace=yes")
        case .notStored(let error):
            self.init(.serviceUnavailable, code: "unavailable", detail: "\(state): \(error)")
        case .isOther:
            self.init(
                .conflict, code: "anchor-changed",
                detail: "the anchor watch has changed meanwhile; fix: look at it, and repeat the request")
        case .isInvalid:
            self = .badRequest("the circle cannot be watched")
        }
    }
}
